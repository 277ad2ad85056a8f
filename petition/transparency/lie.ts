/** What can be wrong with a log, each with the place where it was found (docs/public-log.md, "Checks in order"). */
export const LIES = [
  ...["another-key", "another-origin", "unsigned", "rewound", "forked"],
  ...["bundle", "malformed", "altered", "tile", "root"],
  ...["hour", "repeated", "below-zero", "text", "number"],
  ...["paper-twice", "paper-uncounted", "paper-number"],
  ...["receipt-another-log", "receipt-entry", "receipt-commitment", "receipt-head", "receipt-signature"],
  ...["receipt-inclusion", "receipt-forked"],
] as const;

export type LieKind = (typeof LIES)[number];

export class Lie extends Error {
  readonly kind: LieKind;
  readonly entry: number | null;
  /** Two signed heads that contradict each other. */
  readonly evidence: string | null;

  constructor(
    kind: LieKind,
    sentence: string,
    { entry = null, evidence = null }: Partial<Pick<Lie, "entry" | "evidence">> = {},
  ) {
    super(`${sentence} (${kind})`);
    this.kind = kind;
    this.entry = entry;
    this.evidence = evidence;
  }
}

/** Nothing is said about the log. */
export class Unreadable extends Error {}
