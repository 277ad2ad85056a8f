/** An answer, to be given again with the same bytes. */
export interface Recorded {
  path: string;
  status: number;
  /** Names and values in turn, as `node:http` takes them. */
  headers: string[];
  /** In Base64. */
  body: string;
}

/** What `node:http` and nginx say of themselves, for each connection. */
export const THEIR_OWN = /^(date|connection|keep-alive)$/i;
