/** The id of a page's main part, to which the skip link leads. */
export const MAIN = "inhalt";
