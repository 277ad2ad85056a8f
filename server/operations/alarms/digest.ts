import { dayOfMoment, startOfDay } from "../../../petition/calendar.ts";
import { HOUR } from "../../../petition/duration.ts";
import { STATES } from "../../administration/signatures/wanted.ts";
import type { Context } from "../../context.ts";
import { countUndecided } from "../../features/moderation/quarantine.ts";
import { countBetween } from "../../ledger/count/listed.ts";
import { signatures } from "../../platform/database/schema.ts";
import { countFailedMails, oldestWaiting } from "../../platform/mail/metrics.ts";

export type Digest = Awaited<ReturnType<typeof readDigest>>;

export async function readDigest({ db }: Pick<Context, "db">, now: Date) {
  const today = startOfDay(dayOfMoment(now)) ?? now;
  const yesterday = startOfDay(dayOfMoment(new Date(today.getTime() - HOUR))) ?? today;
  const oldest = Math.min(...Array.from((await oldestWaiting(db)).values(), Number));
  return {
    signedYesterday: (await countBetween(db, { from: yesterday, to: today })).total,
    names: await db.$count(signatures, STATES["name-on-hold"]),
    held: await countUndecided(db, now),
    mails: await countFailedMails(db),
    oldestMail: Number.isFinite(oldest) ? new Date(oldest).toISOString() : null,
  };
}
