export interface KeyRotated {
  file: string;
  /** The first makes, all open. */
  keys: number;
}
