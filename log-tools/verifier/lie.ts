/** What can be wrong with a log, each with the place where it was found (docs/public-log.md, "Checks in order"). */
export const LIES = [
  ...["another-key", "another-origin", "unsigned", "rewound", "forked"],
  ...["bundle", "malformed", "altered", "left-out", "reordered", "tile", "root"],
  ...["hour", "repeated", "below-zero", "text", "number"],
  ...["receipt-another-log", "receipt-entry", "receipt-commitment", "receipt-head", "receipt-signature"],
  ...["receipt-inclusion", "receipt-forked"],
] as const;

export type LieKind = (typeof LIES)[number];

/** Exit code 1. */
export class Lie extends Error {
  readonly kind: LieKind;
  /** Two signed heads that contradict each other. */
  readonly evidence: string | null;

  constructor(kind: LieKind, sentence: string, evidence: string | null = null) {
    super(`${sentence} (${kind})`);
    this.kind = kind;
    this.evidence = evidence;
  }
}

/** Exit code 2: nothing is said about the log. */
export class Unreadable extends Error {}
