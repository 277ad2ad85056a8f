import type { Added, Removed } from "../petition/transparency/entry.ts";
import type { Receipt } from "../petition/transparency/receipt.ts";
import type { Visitor } from "./visitor.ts";

/** Why this process signs no head of the log, although it serves it. */
export type LogFault =
  /** LOG_KEY is not a key of this log. */
  | "another-key"
  /** The copy beside the database is gone, and no other process vouches for the database. */
  | "copy-missing"
  /** Copy and database tell two stories, or a witness has seen more than the database knows. */
  | "contradiction";

export interface WitnessSeen {
  name: string;
  /** How many entries the head had that it cosigned last; null before the first. */
  size: number | null;
  /** When it did, by its own clock. */
  at: string | null;
}

/** Entries of a day in UTC. */
export interface LogDay {
  /** `2026-11-22` */
  day: string;
  added: Partial<Record<Added, number>>;
  removed: Partial<Record<Removed, number>>;
  /** Added less removed, up to the day's end. */
  count: number;
}

export interface TextVersion {
  language: string;
  /** SHA-256 of the text in hex; what stands at `/log/text/{hash}`. */
  hash: string;
  /** From when on it was what one signed: `2026-11-22T01:00Z`. */
  hour: string;
  text: string;
}

/** The public log as its page shows it. */
export interface Transparency {
  origin: string;
  /** Every key that may sign, as signed notes write them; the first is the one that receipts name. */
  keys: string[];
  size: number;
  /** In base64. */
  root: string;
  publishedAt: string;
  /** Added less removed: the number of signatures at the published head. */
  count: number;
  fault: LogFault | null;
  witnesses: WitnessSeen[];
  days: LogDay[];
  /** The oldest first, for each language in turn. */
  texts: TextVersion[];
  /** The last head of the log that this one took the place of; null where this is the first. */
  before: string | null;
}

/** `number`: how many signatures counted with this one when it came into the log. `code`: short, of the entry. */
export interface OwnReceipt {
  number: number;
  code: string;
  receipt: Receipt;
}

/** `waiting`: it is counted, and comes into the log within a minute. `none`: it is not counted, as in quarantine. */
export type ReceiptOutcome =
  | ({ outcome: "receipt" } & OwnReceipt)
  | { outcome: "waiting" | "none" | "gone" | "expired" | "unknown" };

export interface TransparencyCalls {
  /** Null before the first head is published. */
  transparency(): Promise<Transparency | null>;
  /** `token`: of one's own page. */
  ownReceipt(token: string, visitor: Pick<Visitor, "language">): Promise<ReceiptOutcome>;
}
