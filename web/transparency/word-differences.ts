/** What has changed between two texts, word by word. */
export interface Change {
  kind: "kept" | "added" | "removed";
  text: string;
}

/** Words and what is between them: {@link Change.text} of all kept and added is `after`, of all kept and removed `before`. */
export function wordDifferences(before: string, after: string): Change[] {
  return joined(withoutCrumbs(joined(changes(wordsOf(before), wordsOf(after)))));
}

/** A full stop that follows another word has not changed. */
function wordsOf(text: string): string[] {
  return text.match(/\s+|[\p{L}\p{M}\p{N}]+|\S/gu) ?? [];
}

/** By the longest common subsequence; beginning and end, which are usually alike, are not compared with everything. */
function changes(before: string[], after: string[]): Change[] {
  let start = 0;
  while (start < before.length && before[start] === after[start]) start += 1;
  let end = 0;
  while (end < Math.min(before.length, after.length) - start && before.at(-1 - end) === after.at(-1 - end)) end += 1;
  return [
    ...before.slice(0, start).map(kept),
    ...inTheMiddle(before.slice(start, before.length - end), after.slice(start, after.length - end)),
    ...before.slice(before.length - end).map(kept),
  ];
}

function inTheMiddle(before: string[], after: string[]): Change[] {
  const lengths = commonLengths(before, after);
  const found: Change[] = [];
  let [at, to] = [0, 0];
  while (at < before.length && to < after.length) {
    if (before[at] === after[to]) {
      found.push(kept(before[at] ?? ""));
      at += 1;
      to += 1;
    } else if ((lengths[at + 1]?.[to] ?? 0) >= (lengths[at]?.[to + 1] ?? 0)) {
      found.push({ kind: "removed", text: before[at] ?? "" });
      at += 1;
    } else {
      found.push({ kind: "added", text: after[to] ?? "" });
      to += 1;
    }
  }
  for (const text of before.slice(at)) found.push({ kind: "removed", text });
  for (const text of after.slice(to)) found.push({ kind: "added", text });
  return found;
}

/** Of what follows each pair of places. */
function commonLengths(before: string[], after: string[]): number[][] {
  const lengths = Array.from({ length: before.length + 1 }, () => new Array<number>(after.length + 1).fill(0));
  for (let at = before.length - 1; at >= 0; at -= 1)
    for (let to = after.length - 1; to >= 0; to -= 1) {
      const [row, below] = [lengths[at] ?? [], lengths[at + 1] ?? []];
      row[to] = before[at] === after[to] ? (below[to + 1] ?? 0) + 1 : Math.max(below[to] ?? 0, row[to + 1] ?? 0);
    }
  return lengths;
}

function kept(text: string): Change {
  return { kind: "kept", text };
}

/** Blanks between changed words are no reason to begin anew. */
function withoutCrumbs(changes: Change[]): Change[] {
  return changes.flatMap((change, place): Change[] => {
    const isBetween = place > 0 && place < changes.length - 1;
    if (change.kind !== "kept" || !isBetween || !/^[^\S\n]+$/.test(change.text)) return [change];
    return [
      { kind: "removed", text: change.text },
      { kind: "added", text: change.text },
    ];
  });
}

/** Of each run of changes what is gone comes first, as one piece. */
function joined(changes: Change[]): Change[] {
  const found: Change[] = [];
  let run: Change[] = [];
  const end = () => {
    for (const kind of ["removed", "added"] as const) {
      const text = run
        .filter((one) => one.kind === kind)
        .map((one) => one.text)
        .join("");
      if (text) found.push({ kind, text });
    }
    run = [];
  };
  for (const change of changes) {
    const last = found.at(-1);
    if (change.kind !== "kept") run.push(change);
    else if (run.length === 0 && last?.kind === "kept") last.text += change.text;
    else {
      end();
      found.push({ ...change });
    }
  }
  end();
  return found;
}
