const WORDS_A_MINUTE = 200;
const NOT_READ = ["sources", "meta", "contents", "id", "anchor", "chart"];

/** Without sources. At least one minute. */
export function minutesToRead(content: object): number {
  return Math.max(1, Math.round(wordsIn(content) / WORDS_A_MINUTE));
}

function wordsIn(content: unknown): number {
  if (typeof content === "string") return content.match(/\p{L}[\p{L}\p{M}’'-]*|\p{N}[\p{N}.,]*/gu)?.length ?? 0;
  if (typeof content !== "object" || content === null) return 0;
  return Object.entries(content)
    .filter(([name]) => !NOT_READ.includes(name))
    .reduce((sum, [, part]) => sum + wordsIn(part), 0);
}
