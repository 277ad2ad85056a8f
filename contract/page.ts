export interface PageHandle {
  /** Rendered from the address, the language, the settings and public data alone, and kept in memory for everybody. */
  isPublic?: true;
  /** It brings its own header and has no use for what speaks to visitors. */
  alone?: true;
  /** Sent in the place of another page, whose data a script would look for: no script of ours runs on it. */
  still?: true;
}
