/** Whether signatures are collected: what everybody is told, and how the administration changes it. */
import type { AdminCollection, CollectionChange, StandardNotice } from "../../contract/administration/collection.ts";
import type { CollectionNotice } from "../../contract/collection.ts";
import type { Translate } from "../../messages/translate.ts";
import { type Collection, type CollectionStatus, confirmableUntil, KNOWN_WITHIN } from "../../petition/collection.ts";
import { LANGUAGES, type Language } from "../../petition/language.ts";
import { writeAudit } from "../audit/audit.ts";
import type { Clock } from "../clock.ts";
import { fresh } from "../count/fresh.ts";
import type { Database } from "../database/open.ts";
import { noticeOf, standardNotice } from "./notice.ts";
import { lockCollection, readCollection, writeCollection } from "./store.ts";

/** Another process's change is known within the promised time: less than half of it here, half for a page that was rendered from it. */
const MAX_AGE = 0.4 * KNOWN_WITHIN;

export interface CollectionControl {
  /** Null while signatures are collected. From memory: asked by every page and every signature. */
  notice(language: Language): Promise<CollectionNotice | null>;
  /** From memory, too. */
  status(): Promise<CollectionStatus>;
  /** As it stands in the database at this moment. */
  state(): Promise<AdminCollection>;
  change(change: CollectionChange): Promise<AdminCollection>;
}

export interface CollectionTools {
  db: Database["db"];
  clock: Clock;
  translators: Record<Language, Translate>;
  /** Milliseconds. */
  confirmationLifetime: number;
  /** Says that pages are out of date. */
  changed(): void;
}

export function openCollection(tools: CollectionTools): CollectionControl {
  const { db, clock, translators, confirmationLifetime: lifetime } = tools;
  const known = fresh(() => readCollection(db), { maxAge: MAX_AGE, clock });
  const standard = { paused: standardIn("paused", translators), closed: standardIn("closed", translators) };

  async function state(): Promise<AdminCollection> {
    const { since, ...collection } = await readCollection(db);
    const until = collection.status === "closed" && since ? confirmableUntil(since, lifetime).toISOString() : null;
    return { ...collection, since: since?.toISOString() ?? null, confirmableUntil: until, standard };
  }

  return {
    async notice(language) {
      return noticeOf(await known.get(), language, translators[language], { now: clock.now(), lifetime });
    },
    async status() {
      return (await known.get()).status;
    },
    state,
    async change(change) {
      await write(tools, change);
      known.drop();
      tools.changed();
      return state();
    },
  };
}

/** In one transaction with its line in the audit log, which names facts and not the texts. What changes nothing leaves no line. */
async function write({ db, clock }: CollectionTools, { status, day, texts }: CollectionChange): Promise<void> {
  const now = clock.now();
  await db.transaction(async (tx) => {
    const before = await lockCollection(tx, now);
    const after: Collection & { since: Date } = {
      status,
      day,
      texts,
      since: before.status === status && before.since ? before.since : now,
    };
    if (isSame(before, after)) return;
    await writeCollection(tx, after);
    const written = LANGUAGES.filter((one) => texts[one]).join(" ");
    await writeAudit(tx, clock, {
      entityType: "administration",
      entityId: "collection",
      action: "collection-changed",
      changes: { before: before.status, status, ...(day && { day }), ...(written && { texts: written }) },
    });
  });
}

function isSame(before: Collection, after: Collection): boolean {
  const texts = (of: Collection) => LANGUAGES.map((language) => of.texts[language] ?? "").join("\0");
  return before.status === after.status && before.day === after.day && texts(before) === texts(after);
}

function standardIn(
  status: CollectionNotice["status"],
  translators: Record<Language, Translate>,
): Record<Language, StandardNotice> {
  return Object.fromEntries(LANGUAGES.map((one) => [one, standardNotice(status, translators[one])])) as Record<
    Language,
    StandardNotice
  >;
}
