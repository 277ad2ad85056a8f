import { dateIn, type Translate } from "../../../messages/translate.ts";
import { DEFAULT_LANGUAGE } from "../../../petition/language.ts";
import { VERSION } from "../../platform/version.ts";
import { CONDITIONS, type ConditionName } from "./conditions.ts";
import type { Digest } from "./digest.ts";

/** About nobody: names of conditions, moments and numbers. */
export type Said =
  | { event: "begun" | "still" | "over"; condition: ConditionName; urgent: boolean; since: string; at: string }
  | ({ event: "digest"; conditions: number } & Digest)
  | { event: "test" };

export function wordsOf(said: Said, t: Translate): { title: string; lines: string[] } {
  if (said.event === "test") return { title: t("alarms.test.title"), lines: [t("alarms.test.meaning")] };
  if (said.event === "digest") return digestOf(said, t);
  const { event, condition } = said;
  const title = t(`alarms.title.${event}`, { sentence: t(`alarms.condition.${condition}`) });
  const span = { since: momentIn(said.since), until: momentIn(said.at) };
  if (event === "over") return { title, lines: [t("alarms.lasted", span)] };
  return { title, lines: [t("alarms.since", span), t("alarms.docs", { docs: CONDITIONS[condition].docs })] };
}

function digestOf(
  { signedYesterday: count, names, held, mails, oldestMail, conditions }: Said & { event: "digest" },
  t: Translate,
) {
  const isNothing = names + held + mails + conditions === 0;
  const lines = [
    t("alarms.digest.signed", { count }),
    isNothing ? t("alarms.digest.nothing") : t("alarms.digest.toDo", { names, held, mails, conditions }),
    oldestMail === null ? t("alarms.digest.noMail") : t("alarms.digest.oldestMail", { since: momentIn(oldestMail) }),
    t("alarms.digest.version", { version: VERSION }),
  ];
  return { title: t("alarms.digest.title"), lines };
}

function momentIn(moment: string): string {
  return dateIn(DEFAULT_LANGUAGE, moment, { dateStyle: "long", timeStyle: "short" });
}
