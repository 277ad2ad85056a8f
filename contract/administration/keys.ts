/** Putting a new key in the place of an old one. */

export interface KeyRotated {
  /** Where the new key stands, readable by its owner only. */
  file: string;
  /** How many keys stand there: the first makes, all open. */
  keys: number;
}
