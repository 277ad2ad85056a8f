/** What stands on a printed piece, said once for all of them. */
export interface SheetWords {
  name: string;
  kind: string;
  slogan: string[];
  /** Of the longest line; null where the usual size has room for it. */
  sloganSize: string | null;
  lede: string;
  demandsTitle: string;
  demands: string[];
  sign: string;
  ease: string;
  /** Null where the campaign has no sign for the counter. */
  till: { lines: string[]; size: string | null; welcome: string; keep: string } | null;
  address: string;
  code: { path: string; alt: string };
  /** Who answers for it, as far as that is filled in: a gap is never printed. */
  responsible: string | null;
}
