/** Isolates values of another direction, or commas, numbers and brackets would change places (Unicode, annex 9). */
import type { CompiledMessage } from "icu-minify/format";

const [APART, TOGETHER] = ["\u2068", "\u2069"];
/** Hebrew, Arabic and their relatives. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;

export function isolated(value: string): string {
  return RIGHT_TO_LEFT.test(value) ? APART + value + TOGETHER : value;
}

export function isolating(text: string, compiled: CompiledMessage): CompiledMessage {
  return RIGHT_TO_LEFT.test(text) ? (within(compiled) as CompiledMessage) : compiled;
}

function within(node: unknown): unknown {
  if (!Array.isArray(node)) return node;
  return node.flatMap((part) => (isPlainValue(part) ? [APART, part, TOGETHER] : [deeper(part)]));
}

/** Tags hold further parts behind their name, choices an object of branches. */
function deeper(part: unknown): unknown {
  if (!Array.isArray(part)) return part;
  const [name, kind, branches, ...others] = part;
  if (typeof kind !== "number") return [name, ...(within(part.slice(1)) as unknown[])];
  if (typeof branches !== "object" || branches === null) return part;
  return [name, kind, Object.fromEntries(Object.entries(branches).map(([at, inner]) => [at, within(inner)])), ...others];
}

function isPlainValue(part: unknown): boolean {
  return Array.isArray(part) && part.length === 1;
}
