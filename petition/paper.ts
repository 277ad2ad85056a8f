export const INVALID_REASONS = ["double", "unreadable", "unsigned", "other"] as const;
export type InvalidReason = (typeof INVALID_REASONS)[number];

/** `counting`: one of two counts is in; `disagreed`: two are, and both have to be entered again. */
export const PAPER_STATES = ["counting", "disagreed", "counted", "withdrawn"] as const;
export type PaperState = (typeof PAPER_STATES)[number];

/** Of a batch, valid and invalid together: a thousand sheets. */
export const LINES_MAX = 10_000;
/** In code points. */
export const DELIVERER_LENGTH_MAX = 100;
export const REASON_LENGTH_MAX = 200;
