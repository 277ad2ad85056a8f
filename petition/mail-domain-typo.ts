import { COMMON_DOMAINS, isKnownDomain } from "./mail-providers.ts";

const WRONG_ENDINGS = new Map([
  ...meaning("com", "con cmo ocm comm vom xom cpm clm coom ccom conm cim cok coml c"),
  ...meaning("de", "ed dee dde ded d"),
  ...meaning("net", "ner nett nte met nel"),
  ...meaning("org", "rog ogr orgg"),
  ...meaning("fr", "frr ffr"),
  ...meaning("it", "itt iit"),
  ...meaning("pl", "pll ppl"),
  ...meaning("nl", "nll nnl"),
  ...meaning("at", "att"),
]);

const REAL_ENDINGS = new Set(
  (
    "com net org info biz eu de at ch li fr it es pl nl be lu uk co.uk ie dk se no fi is cz sk hu si hr pt ro bg gr ee lv lt ru ua tr rs " +
    "us ca br com.br ar com.ar mx com.mx com.tr com.au jp cn in io tv cc fm"
  ).split(" "),
);

/** Existing endings that, at a large provider, are a slip of the finger for `.com`. */
const SLIPS_OF_COM = new Set(["co", "cm", "om"]);

const DOMAIN_LENGTH_MAX = 60;

export function meantDomain(domain: string): string | null {
  if (domain.length > DOMAIN_LENGTH_MAX || isKnownDomain(domain)) return null;
  const mended = withPlainDots(domain);
  if (isKnownDomain(mended)) return mended;
  return knownWithDot(mended) ?? nearestKnown(mended) ?? withRealEnding(mended);
}

/** "gmail,com", "gmail..com", "www.gmail.com", "gmail.com." */
function withPlainDots(domain: string): string {
  return domain
    .replace(/[.,;]+/g, ".")
    .replace(/^\.|\.$/g, "")
    .replace(/^www\./, "");
}

/** "gmail", "gmailcom" */
function knownWithDot(domain: string): string | null {
  if (domain.includes(".")) return null;
  return COMMON_DOMAINS.find((known) => split(known).name === domain || known.replaceAll(".", "") === domain) ?? null;
}

function nearestKnown(domain: string): string | null {
  const typed = split(domain);
  if (typed.name === "gmail" && typed.ending !== "") return "gmail.com";
  let nearest: { known: string; distance: number } | null = null;
  for (const known of COMMON_DOMAINS) {
    const distance = distanceTo(typed, split(known));
    if (distance !== null && (nearest === null || distance < nearest.distance)) nearest = { known, distance };
  }
  return nearest?.known ?? null;
}

function distanceTo(typed: Parts, known: Parts): number | null {
  const ending = endingDistance(typed.ending, known.ending);
  const name = slipsBetween(typed.name, known.name);
  if (ending === null || name > tolerated(typed, known)) return null;
  return name + ending;
}

function endingDistance(typed: string, known: string): number | null {
  if (typed === known) return 0;
  if (WRONG_ENDINGS.get(typed) === known || (known === "com" && SLIPS_OF_COM.has(typed))) return 1;
  return !REAL_ENDINGS.has(typed) && !WRONG_ENDINGS.has(typed) && slipsBetween(typed, known) === 1 ? 1 : null;
}

/** Short names have many real neighbours (`wp.pl`, `op.pl`, `vp.pl`): only swapped letters count there. */
function tolerated(typed: Parts, known: Parts): number {
  // Without this "postmail" would be Hotmail.
  if (known.name.length >= 7) return typed.name[0] === known.name[0] ? 2 : 1;
  if (known.name.length >= 5) return 1;
  const swapped =
    typed.ending === known.ending && typed.name.length === known.name.length && hasSameLetters(typed.name, known.name);
  return swapped && known.name.length >= 3 ? 1 : 0;
}

function hasSameLetters(one: string, other: string): boolean {
  return [...one].sort().join("") === [...other].sort().join("");
}

function withRealEnding(domain: string): string | null {
  const cut = domain.lastIndexOf(".");
  const meant = WRONG_ENDINGS.get(domain.slice(cut + 1));
  return cut < 1 || domain.length - cut < 3 || meant === undefined ? null : `${domain.slice(0, cut)}.${meant}`;
}

type Parts = ReturnType<typeof split>;

function split(domain: string) {
  const dot = domain.indexOf(".");
  return dot < 0 ? { name: domain, ending: "" } : { name: domain.slice(0, dot), ending: domain.slice(dot + 1) };
}

/** Optimal string alignment distance; 3 stands for all above 2. */
function slipsBetween(one: string, other: string): number {
  if (Math.abs(one.length - other.length) > 2) return 3;
  let beforeLast: number[] = [];
  let last = Array.from({ length: other.length + 1 }, (_, column) => column);
  for (let row = 1; row <= one.length; row++) {
    const current = [row];
    for (let column = 1; column <= other.length; column++) {
      const same = one[row - 1] === other[column - 1];
      const swapped = row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      current[column] = Math.min(
        at(last, column) + 1,
        at(current, column - 1) + 1,
        at(last, column - 1) + (same ? 0 : 1),
        swapped ? at(beforeLast, column - 2) + 1 : 3,
      );
    }
    beforeLast = last;
    last = current;
  }
  return Math.min(3, at(last, other.length));
}

function at(row: number[], column: number): number {
  return row[column] ?? 3;
}

function meaning(ending: string, slips: string): [string, string][] {
  return slips.split(" ").map((slip) => [slip, ending]);
}
