import { PETITION_ZONE } from "../../../petition/calendar.ts";
import { LANGUAGES } from "../../../petition/language.ts";
import { lastSeen } from "../../../petition/sources.ts";
import { type Finding, fault, good, orGood, unseen, warning } from "./examine.ts";

/** Milliseconds: a clock that is kept by NTP is never off by that. */
export const CLOCK_MAY_DIFFER = 5_000;
const CLOCK_IS_WRONG = 60_000;

export interface OtherClock {
  whose: string;
  ahead: number | null;
  roughness: number;
}

export function clockIsRight(now: Date, others: OtherClock[]): Finding[] {
  const day = now.toISOString().slice(0, 10);
  if (day < lastSeen())
    return [fault(`this machine says ${day}, which lies before this release was made.`, "Set the clock, and keep it by NTP.")];
  const asked = others.filter(({ ahead }) => ahead !== null);
  const silent = others.filter(({ ahead }) => ahead === null);
  return orGood(
    [
      ...asked.flatMap(({ whose, ahead, roughness }) => differences(whose, ahead ?? 0, roughness)),
      ...silent.map(({ whose }) => unseen(`${whose} clock was not told.`, "See what is said of it.")),
    ],
    asked.length === 0
      ? "this machine's own; no other was there to compare it with."
      : `the same as ${asked.map(({ whose }) => whose).join(" and ")}.`,
  );
}

function differences(whose: string, ahead: number, roughness: number): Finding[] {
  const off = Math.abs(ahead) - roughness;
  if (off <= CLOCK_MAY_DIFFER) return [];
  const seen = `this machine is ${Math.round(Math.abs(ahead) / 1000)} seconds ${ahead > 0 ? "ahead of" : "behind"} ${whose} clock.`;
  const todo = "Keep both by NTP: links, limits and tasks go by them.";
  return [off > CLOCK_IS_WRONG ? fault(seen, todo) : warning(seen, todo)];
}

/** A Node.js built without its data shows wrong hours and English words. */
export function zonesAreKnown(summer = new Date("2026-07-01T10:00:00Z")): Finding {
  const hour = new Intl.DateTimeFormat("en-GB", { timeZone: PETITION_ZONE, hour: "2-digit", hourCycle: "h23" }).format(summer);
  const missing = LANGUAGES.filter((language) => Intl.DateTimeFormat.supportedLocalesOf(language).length === 0);
  if (hour !== "12" || missing.length > 0)
    return fault(
      `Node.js does not know ${hour === "12" ? `the languages ${missing.join(", ")}` : `the time of ${PETITION_ZONE}`}.`,
      "Start with npm, which uses the Node.js that belongs to the site.",
    );
  return good(`${PETITION_ZONE} and the ${LANGUAGES.length} languages are known.`);
}
