import { dayAfter, startOfDay } from "./calendar.ts";
import { orElse } from "./or-else.ts";

export const SEARCH_LENGTH_MAX = 200;
export const ADMIN_PAGE_SIZE = 20;
export const COUNTED_MAX = 1000;

export const SIGNATURE_STATES = ["suspicious", "quarantined", "name-on-hold", "name-hidden"] as const;
export type SignatureState = (typeof SIGNATURE_STATES)[number];

export function isId(text: string): boolean {
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(text);
}

export type Search =
  | { kind: "all" }
  | { kind: "text"; text: string }
  /** An address of origin, or a network: `203.0.113.0/24`. */
  | { kind: "origin"; network: string }
  | { kind: "time"; from: Date; to: Date };

export function readSearch(typed: string): Search | null {
  if (typed.length > SEARCH_LENGTH_MAX) return null;
  const text = typed.replace(/\0/g, "").replace(/\s+/gu, " ").trim();
  if (text === "") return { kind: "all" };
  if (isNetwork(text)) return { kind: "origin", network: text };
  const days = readDays(text);
  const from = days && startOfDay(days.first);
  const to = from && startOfDay(dayAfter(days.last));
  return from && to ? { kind: "time", from, to } : { kind: "text", text };
}

/** As `fold_for_search` does in the database: without marks, letter case and a letter's other spellings. */
export function foldForSearch(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]+/g, "")
    .toLowerCase()
    .replace(/[łøđðıħŧßæœþς’‘ʼ`‐‑‒–—]/g, (letter) => OTHER_SPELLINGS[letter] ?? "-");
}

const OTHER_SPELLINGS: Partial<Record<string, string>> = {
  ...{ ł: "l", ø: "o", đ: "d", ð: "d", ı: "i", ħ: "h", ŧ: "t", ß: "ss", æ: "ae", œ: "oe", þ: "th", ς: "σ" },
  ...{ "’": "'", "‘": "'", ʼ: "'", "`": "'" },
};

/** `21.11.2026`, `2026-11-21`, and whole months: `11.2026`, `2026-11`. */
function readDays(text: string): { first: string; last: string } | null {
  const [, germanDay, germanMonth, germanYear] = /^(?:(\d{1,2})\.\s?)?(\d{1,2})\.\s?(\d{4})$/.exec(text) ?? [];
  const [, isoYear, isoMonth, isoDay] = /^(\d{4})-(\d{2})(?:-(\d{2}))?$/.exec(text) ?? [];
  const year = germanYear ?? isoYear;
  const month = (germanMonth ?? isoMonth)?.padStart(2, "0");
  const day = (germanDay ?? isoDay)?.padStart(2, "0");
  if (!year || !month) return null;
  if (day) return { first: `${year}-${month}-${day}`, last: `${year}-${month}-${day}` };
  const lastDay = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate();
  return { first: `${year}-${month}-01`, last: `${year}-${month}-${lastDay}` };
}

function isNetwork(text: string): boolean {
  const [address = "", prefix, ...more] = text.split("/");
  const width = isIPv4(address) ? 32 : isIPv6(address) ? 128 : null;
  if (width === null || more.length > 0) return false;
  return prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= width);
}

/** Of its spellings the URL parser keeps one. */
function isIPv4(text: string): boolean {
  return /^\d+(?:\.\d+){3}$/.test(text) && orElse(() => new URL(`http://${text}`).hostname, null) === text;
}

/** Without an IPv4 tail. */
function isIPv6(text: string): boolean {
  return /^[0-9a-f:]+$/i.test(text) && URL.canParse(`http://[${text}]`);
}
