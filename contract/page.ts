export interface PageHandle {
  /** Rendered from the address, the language, the settings and public data alone, and kept in memory for everybody. */
  isPublic?: true;
  alone?: true;
  /** Sent in the place of another page, whose data a script would look for: no script of ours runs on it. */
  still?: true;
}
