/** A figure of the home page: a share, `home.figures.<says>` beside it, and `home.figures.<source>` as the name of where it is from. */
export interface FigurePlan {
  fact: string;
  value: string;
  says: string;
  source: string;
}
