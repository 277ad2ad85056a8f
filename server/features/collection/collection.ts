import { eq } from "drizzle-orm";
import type { AdminCollection, CollectionChange, StandardNotice } from "../../../contract/administration/collection.ts";
import type { CollectionNotice } from "../../../contract/signing.ts";
import { dateAndTimeIn, longDayIn, type Translate } from "../../../messages/translate.ts";
import { dayOfMoment } from "../../../petition/calendar.ts";
import {
  type CollectionState,
  confirmableUntil,
  isFinal,
  KNOWN_WITHIN,
  type NoticeTexts,
  paragraphsOf,
  tidyNotice,
} from "../../../petition/collection.ts";
import { type Handover, isHandedOver } from "../../../petition/ending.ts";
import { inEachLanguage, LANGUAGES, type Language } from "../../../petition/language.ts";
import type { News } from "../../../petition/news.ts";
import type { Context } from "../../context.ts";
import { noteAct } from "../../ledger/audit/audit.ts";
import { type End, PetitionEnded, readEnd } from "../../ledger/count/count.ts";
import { staleWhileRevalidate } from "../../platform/cache/stale-while-revalidate.ts";
import type { Database, Transaction } from "../../platform/database/open.ts";
import { collection } from "../../platform/database/schema.ts";
import type { Translators } from "../../platform/translators.ts";

const OPEN: CollectionState = { status: "open", since: null, day: null, texts: {} };
const CLOSED: CollectionChange = { status: "closed", day: null, texts: {} };

/** Less than half of the promised time here, half for a page that was rendered from it. */
const MAX_AGE = 0.4 * KNOWN_WITHIN;

export type CollectionControl = ReturnType<typeof openCollection>;

type CollectionTools = Pick<Context, "db" | "clock" | "translators" | "configuration" | "changed" | "ending"> & {
  /** Into the feed, under an id of its own. */
  publish(tx: Transaction, id: string, entry: News): Promise<unknown>;
};

export function openCollection(tools: CollectionTools) {
  const { db, clock, translators, ending } = tools;
  const { confirmationLifetime: lifetime } = tools.configuration;
  const known = staleWhileRevalidate(() => readCollection(db), { maxAge: MAX_AGE, clock });
  const standard = { paused: standardIn("paused", translators), closed: standardIn("closed", translators) };

  async function state(): Promise<AdminCollection> {
    const { since, ...rest } = await readCollection(db);
    const until = rest.status === "closed" && since ? confirmableUntil(since, lifetime).toISOString() : null;
    return { ...rest, since: since?.toISOString() ?? null, confirmableUntil: until, standard };
  }

  function announce(): void {
    known.drop();
    tools.changed();
  }

  return {
    async collectionNotice(language: Language) {
      const end = await ending.state();
      const current = await known.get();
      if (end === null && current.status === "open") return null;
      // A backup that was restored after the end may say that signing goes on.
      const last = end && current.status !== "closed" ? { ...CLOSED, since: end.endedAt } : current;
      const facts = { now: clock.now(), lifetime, end, handover: ending.handover };
      return noticeOf({ ...last, ...facts, language, t: translators[language] });
    },
    async status() {
      return (await known.get()).status;
    },
    state,
    async change(change: CollectionChange) {
      await write(tools, change, "collection-changed");
      announce();
      return state();
    },
    /** Before the petition ends. What is closed already stays as it is. */
    async closeByDate() {
      if ((await readCollection(db)).status === "closed") return;
      await write(tools, CLOSED, "closed-by-date");
      announce();
    },
  };
}

/** The line in the audit log does not hold the texts. */
async function write(
  { db, clock, publish }: CollectionTools,
  { status, day, texts }: CollectionChange,
  action: "collection-changed" | "closed-by-date",
): Promise<void> {
  const now = clock.now();
  await db.transaction(async (tx) => {
    const before = await lockCollection(tx, now);
    if (await readEnd(tx)) throw new PetitionEnded("Nothing is collected any more");
    const since = before.status === status && before.since ? before.since : now;
    if (isSame(before, { status, day, texts })) return;
    await tx
      .update(collection)
      .set({ status, since, day, texts: JSON.stringify(texts) })
      .where(eq(collection.id, 1));
    await publish(tx, `${status} ${since.toISOString()}`, status === "open" ? { kind: status } : { kind: status, day, texts });
    const written = LANGUAGES.filter((one) => texts[one]).join(" ");
    const changes = { before: before.status, status, ...(day && { day }), ...(written && { texts: written }) };
    await noteAct(tx, clock, ["collection", action], changes);
  });
}

function isSame(before: CollectionChange, after: CollectionChange): boolean {
  const texts = (of: CollectionChange) => LANGUAGES.map((language) => of.texts[language] ?? "").join("\0");
  return before.status === after.status && before.day === after.day && texts(before) === texts(after);
}

function standardIn(status: "paused" | "closed", translators: Translators) {
  return inEachLanguage((language) => standardNotice(status, translators[language]));
}

async function readCollection(db: Database["db"]): Promise<CollectionState> {
  const [row] = await db.select().from(collection).where(eq(collection.id, 1));
  return row ? read(row) : OPEN;
}

async function lockCollection(tx: Transaction, now: Date): Promise<CollectionState> {
  const made = await tx
    .insert(collection)
    .values({ status: "open", since: now })
    .onConflictDoNothing()
    .returning({ id: collection.id });
  if (made.length > 0) return OPEN;
  const [row] = await tx.select().from(collection).where(eq(collection.id, 1)).for("update");
  return row ? read(row) : OPEN;
}

function read({ status, since, day, texts }: typeof collection.$inferSelect): CollectionState {
  return { status, since, day, texts: JSON.parse(texts) as NoticeTexts };
}

interface NoticeFacts extends CollectionState {
  now: Date;
  lifetime: number;
  end: End | null;
  handover: Handover;
  language: Language;
  t: Translate;
}

function noticeOf(facts: NoticeFacts): CollectionNotice | null {
  const { end, texts, language, t } = facts;
  const status: CollectionNotice["status"] | "open" = end ? "ended" : facts.status;
  if (status === "open") return null;
  const { title, text } = standardNotice(status === "ended" ? "closed" : status, t);
  const common = {
    status,
    day: dayIn(facts),
    paragraphs: [...resultIn(facts, status), ...paragraphsOf(texts[language] ?? text)],
    link: t("collection.answer.link"),
  };
  return end
    ? { ...common, title: t("collection.answer.ended.title"), pending: leftOf(end, language, t) }
    : { ...common, title, pending: pendingIn(facts) };
}

function resultIn({ now, handover, language, t }: NoticeFacts, status: CollectionNotice["status"]): string[] {
  const { date, recipient, result } = handover;
  if (status === "paused" || date === null || !isHandedOver(handover, dayOfMoment(now))) return [];
  const to = recipient[language];
  const said = { date: longDayIn(language, date), ...(to && { recipient: to }) };
  return [
    t(to ? "collection.answer.handedOver.to" : "collection.answer.handedOver.on", said),
    ...paragraphsOf(tidyNotice(result[language] ?? "")),
  ];
}

function leftOf({ erasedAt }: End, language: Language, t: Translate): string {
  if (erasedAt === null) return t("collection.answer.ended.erasing");
  return t("collection.answer.ended.erased", { date: longDayIn(language, dayOfMoment(erasedAt)) });
}

function standardNotice(status: "paused" | "closed", t: Translate): StandardNotice {
  return { title: t(`collection.answer.${status}.title`), text: t(`collection.answer.${status}.text`) };
}

/** A pause beyond its day names no day. */
function dayIn({ status, since, day, language, t, now }: NoticeFacts): string | null {
  if (status === "paused")
    return day === null || day < dayOfMoment(now)
      ? null
      : t("collection.answer.paused.day", { date: longDayIn(language, day) });
  const closedOn = day ?? (since && dayOfMoment(since));
  return closedOn && t("collection.answer.closed.day", { date: longDayIn(language, closedOn) });
}

function pendingIn(facts: NoticeFacts): string {
  const { status, since, language, t, now, lifetime } = facts;
  if (status === "paused" || since === null) return t("collection.answer.paused.pending");
  if (isFinal(facts, lifetime, now)) return t("collection.answer.closed.final");
  return t("collection.answer.closed.pending", dateAndTimeIn(language, confirmableUntil(since, lifetime)));
}
