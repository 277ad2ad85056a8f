/** What a page's route says of itself to the server (React Router's `handle`). */
export interface PageHandle {
  /**
   * The same for everybody: rendered from the address, the language, the settings and public data alone, and kept in memory. A page that
   * does not say so is rendered for each visitor.
   */
  isPublic?: true;
  /** It brings its own header and has no use for what speaks to visitors. */
  alone?: true;
  /** No script of ours runs on it: it is sent in the place of another page, whose data a script would look for. */
  still?: true;
}
