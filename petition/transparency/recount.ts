import { type Added, changeBy, type LogEntry, type Paper, type Removed, readEntry } from "./entry.ts";
import { Lie } from "./lie.ts";

export type Span = Recount["span"];

/** Counts what a log counts, entry by entry, and checks each by the rules of the format. */
export class Recount {
  entries = 0;
  number = 0;
  /** Signatures on paper: the sum of each batch's last entry. */
  paper = 0;
  readonly kinds = { added: 0, removed: 0, text: 0, paper: 0 };
  readonly added: Partial<Record<Added, number>> = {};
  readonly removed: Partial<Record<Removed, number>> = {};
  readonly texts = new Map<string, number>();
  /** Of the number since {@link beginSpan}, and each that there was on paper. */
  span = { lowest: 0, highest: 0, paper: [0] };
  private readonly batches = new Map<number, { reason: Paper; valid: number }>();
  private hour = "";
  private readonly utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

  beginSpan(): void {
    this.span = { lowest: this.number, highest: this.number, paper: [this.paper] };
  }

  take(bytes: Uint8Array): LogEntry {
    const index = this.entries;
    const entry = this.read(bytes);
    if (!entry) throw new Lie("malformed", `Entry ${index} is not written as an entry of such a log.`, { entry: index });
    if (entry.hour < this.hour)
      throw new Lie("hour", `Entry ${index} is of ${entry.hour}, although one before it is of ${this.hour}.`, { entry: index });
    this.hour = entry.hour;
    this.count(entry, index);
    this.entries += 1;
    return entry;
  }

  private count(entry: LogEntry, index: number): void {
    this.number += changeBy(entry);
    this.kinds[entry.kind] += 1;
    if (this.number < 0)
      throw new Lie("below-zero", `With entry ${index}, more has been removed than was ever added.`, { entry: index });
    this.span.lowest = Math.min(this.span.lowest, this.number);
    this.span.highest = Math.max(this.span.highest, this.number);
    if (entry.kind === "added") this.added[entry.reason] = (this.added[entry.reason] ?? 0) + 1;
    else if (entry.kind === "removed") this.removed[entry.reason] = (this.removed[entry.reason] ?? 0) + 1;
    else if (entry.kind === "paper") this.countPaper(entry, index);
    else if (!this.texts.has(entry.hash)) this.texts.set(entry.hash, index);
  }

  /** A batch counts once; only what counts can be corrected or withdrawn, and what is withdrawn stays so. */
  private countPaper({ reason, batch, valid }: Extract<LogEntry, { kind: "paper" }>, entry: number): void {
    const before = this.batches.get(batch);
    if (reason === "counted" && before)
      throw new Lie("paper-twice", `Entry ${entry} counts batch ${batch} of the signatures on paper a second time.`, { entry });
    if (reason !== "counted" && (!before || before.reason === "withdrawn"))
      throw new Lie(
        "paper-uncounted",
        `Entry ${entry} changes batch ${batch} of the signatures on paper, which does not count.`,
        {
          entry,
        },
      );
    this.batches.set(batch, { reason, valid });
    this.paper += valid - (before?.valid ?? 0);
    this.span.paper.push(this.paper);
  }

  private read(bytes: Uint8Array): LogEntry | null {
    try {
      return readEntry(this.utf8.decode(bytes));
    } catch {
      return null;
    }
  }
}
