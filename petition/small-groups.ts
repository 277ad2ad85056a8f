/** Who a smaller group of people is could be guessed. */
export const SMALLEST_GROUP = 10;

/** Fewer signatures than this in one language are told together with those of the other small ones, or not at all. */
export const SMALLEST_LANGUAGE = 10;
