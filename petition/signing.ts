import { DAY, type Milliseconds } from "./duration.ts";
import { withoutUnseen } from "./unseen.ts";

/** In code points. */
export const NAME_LENGTH = { min: 2, max: 100 };

export const MAIL_COOLDOWN = { gap: 60_000, perDay: 5, day: DAY };

export const RESEND_AFTER: Milliseconds = 60_000;

export type Standing = "new" | "counted" | "cooling-down" | "suppressed";

export type NameFault = "missing" | "too-short" | "too-long" | "no-letter" | "digits" | "link" | "forbidden";

export const NAME_SENTENCES = {
  missing: "signing.faults.fullName.missing",
  "too-short": "signing.faults.fullName.tooShort",
  "too-long": "signing.faults.fullName.tooLong",
  "no-letter": "signing.faults.fullName.noLetter",
  digits: "signing.faults.fullName.digits",
  link: "signing.faults.fullName.link",
  forbidden: "signing.faults.fullName.forbidden",
} as const satisfies Record<NameFault, string>;

/** A field that only robots fill in. */
export const HONEYPOT = "websiteNote";

/** The visitor's answer is the same in every case, so that it never tells who has signed. */
export function whatToDo(standing: Standing): "send-confirmation" | "say-already-signed" | "nothing" {
  if (standing === "new") return "send-confirmation";
  return standing === "counted" ? "say-already-signed" : "nothing";
}

export function tidyName(raw: string): string {
  const name = withoutUnseen(raw);
  return (UNSORTABLE_MARKS.test(name) ? name : name.normalize("NFC")).replace(/[\s\x85]+/g, " ").trim();
}

export function faultOfName(tidied: string): NameFault | null {
  const length = [...tidied].length;
  if (length === 0) return "missing";
  if (length > NAME_LENGTH.max) return "too-long";
  if (holdsLink(tidied.replace(NOT_SEEN, ""))) return "link";
  if (/\p{N}/u.test(tidied)) return "digits";
  if (!NAME_CHARACTERS.test(tidied.replace(/[\u200c\u200d]/g, "")) || STACKED_MARKS.test(tidied)) return "forbidden";
  if (!/\p{L}/u.test(tidied)) return "no-letter";
  if (length < NAME_LENGTH.min) return "too-short";
  return null;
}

/** Apostrophes and similar characters, the Hebrew geresh, hyphens of all scripts, dots. */
const NAME_CHARACTERS = /^[\p{L}\p{M} '’‘´`׳\-‐‑–֊־.·・]+$/u;

const NOT_SEEN = /[\u200c\u200d]|(?=\p{M})\p{Default_Ignorable_Code_Point}/gu;

/** No language needs as many on one letter: they would cover other lines of the list. */
const STACKED_MARKS = /\p{M}{6}/u;

/** Normalising takes the square of their number. */
const UNSORTABLE_MARKS = /\p{M}{12}/u;

const WEB_ADDRESS = /https?:|:\/\/|(?:^|[^\p{L}])www\./iu;
const DOMAIN = /(?:^|[^\p{L}\p{M}\p{N}-])([\p{L}\p{N}][\p{L}\p{M}\p{N}-]*)\.([a-z]{2,6})(?![\p{L}\p{M}\p{N}-])( ?)/giu;
const GENERIC_ENDINGS = new Set("com net org info biz xyz online shop site store app dev top club live link click".split(" "));
const COUNTRY_ENDINGS = new Set("de at ch fr it es pl nl be lu li eu uk ru cn io me co tv cc ly".split(" "));

/** "Dr.de Vries" and "Chr.de Boer" left out a space. */
const ABBREVIATIONS = new Set("dr prof ing mag dipl st mr mrs ms jr sr med chr joh jos wilh".split(" "));

function holdsLink(name: string): boolean {
  if (WEB_ADDRESS.test(name)) return true;
  return [...name.matchAll(DOMAIN)].some(([, label = "", ending = "", space]) => {
    if (GENERIC_ENDINGS.has(ending.toLowerCase())) return true;
    return COUNTRY_ENDINGS.has(ending.toLowerCase()) && !isAbbreviation(label, space === " " || /^[A-Z]/.test(ending));
  });
}

/** Of two letters, as in "Th.de Boer", "Hans-Th.de Boer" and "Th.Li", only where the name goes on: "th.de" alone is a domain. */
function isAbbreviation(label: string, nameGoesOn: boolean): boolean {
  const last = label.slice(label.lastIndexOf("-") + 1);
  return last.length <= (nameGoesOn ? 2 : 1) || ABBREVIATIONS.has(last.toLowerCase());
}

export type Visibility = "public" | "private";
