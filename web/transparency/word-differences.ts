export interface Change {
  kind: "kept" | "added" | "removed";
  text: string;
}

/** Words, and what is between them: all kept and added make `after`, all kept and removed `before`. */
export function wordDifferences(before: string, after: string): Change[] {
  return joined(withoutBlanks(joined(changes(wordsOf(before), wordsOf(after)))));
}

/** A full stop that follows another word has not changed. */
function wordsOf(text: string): string[] {
  return text.match(/\s+|[\p{L}\p{M}\p{N}]+|\S/gu) ?? [];
}

/** Cuts off the common beginning and end first: comparing the rest takes quadratic time. */
function changes(before: string[], after: string[]): Change[] {
  let start = 0;
  while (start < before.length && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < Math.min(before.length, after.length) - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  const [head, tail] = [before.slice(0, start), before.slice(before.length - end)];
  const between = inTheMiddle(before.slice(start, before.length - end), after.slice(start, after.length - end));
  return [{ kind: "kept", text: head.join("") }, ...between, { kind: "kept", text: tail.join("") }];
}

function inTheMiddle(before: string[], after: string[]): Change[] {
  const lengths = commonLengths(before, after);
  const found: Change[] = [];
  const take = (kind: Change["kind"], text = "") => found.push({ kind, text });
  let [at, to] = [0, 0];
  while (at < before.length || to < after.length) {
    if (at < before.length && before[at] === after[to]) {
      take("kept", before[at]);
      at += 1;
      to += 1;
    } else if (to === after.length || (at < before.length && lengthAt(lengths, at + 1, to) >= lengthAt(lengths, at, to + 1))) {
      take("removed", before[at]);
      at += 1;
    } else {
      take("added", after[to]);
      to += 1;
    }
  }
  return found;
}

function commonLengths(before: string[], after: string[]): number[][] {
  const lengths = Array.from({ length: before.length + 1 }, () => new Array<number>(after.length + 1).fill(0));
  for (let at = before.length - 1; at >= 0; at -= 1)
    for (let to = after.length - 1; to >= 0; to -= 1) {
      const row = lengths[at] ?? [];
      row[to] =
        before[at] === after[to]
          ? lengthAt(lengths, at + 1, to + 1) + 1
          : Math.max(lengthAt(lengths, at + 1, to), lengthAt(lengths, at, to + 1));
    }
  return lengths;
}

function lengthAt(lengths: number[][], at: number, to: number): number {
  return lengths[at]?.[to] ?? 0;
}

/** Blanks between changed words change with them. */
function withoutBlanks(changes: Change[]): Change[] {
  return changes.flatMap(({ kind, text }, place): Change[] => {
    const isBetween = place > 0 && place < changes.length - 1;
    if (kind !== "kept" || !isBetween || !/^[^\S\n]+$/.test(text)) return [{ kind, text }];
    return [
      { kind: "removed", text },
      { kind: "added", text },
    ];
  });
}

/** Of each run of changes what is gone comes first, as one piece. */
function joined(changes: Change[]): Change[] {
  const runs: Record<Change["kind"], string>[] = [];
  for (const { kind, text } of changes) {
    const run = runs.at(-1);
    // Kept text after a change begins a new run.
    if (run && (kind !== "kept" || run.removed + run.added === "")) run[kind] += text;
    else runs.push({ kept: "", removed: "", added: "", [kind]: text });
  }
  return runs
    .flatMap((run) => (["kept", "removed", "added"] as const).map((kind) => ({ kind, text: run[kind] })))
    .filter(({ text }) => text);
}
