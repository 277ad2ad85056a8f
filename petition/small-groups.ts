/** The members of a smaller group could be guessed. */
export const SMALLEST_GROUP = 10;

/** Languages with fewer signatures are shown together, or not at all. */
export const SMALLEST_LANGUAGE = 10;
