/** What stands on a printed piece, said once for all of them. */
export interface SheetWords {
  name: string;
  kind: string;
  slogan: string[];
  lede: string;
  demandsTitle: string;
  demands: string[];
  sign: string;
  ease: string;
  till: string[];
  welcome: string;
  keep: string;
  address: string;
  code: { path: string; alt: string };
  /** Who answers for it, as far as that is filled in: a gap is never printed. */
  responsible: string | null;
}
