import type { Iso8601 } from "../../petition/calendar.ts";
import type { LogFault, WitnessSeen } from "../transparency.ts";

/** The public log, as those see it who run the site. */
export interface LogStanding {
  /** Entries in the head that was published last. */
  size: number;
  /** Added less removed, in that head. */
  count: number;
  /** Null before the first head. */
  publishedAt: Iso8601 | null;
  /** What is counted or removed and not in the log yet. */
  waiting: number;
  /** Of the process that answers: another one may find the log as it should be. */
  fault: LogFault | null;
  witnesses: WitnessStanding[];
}

export interface WitnessStanding extends WitnessSeen {
  /** Why its last answer was none; null where it was one, or where it was never asked. */
  fault: string | null;
}

/** `GET /api/admin/log`, and the answer to a restart. */
export interface AdminLog extends LogStanding {
  /** Null before the first head. */
  origin: string | null;
  /** As it is signed. */
  checkpoint: string | null;
}
