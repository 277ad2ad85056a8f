import type { AdminCollection, CollectionChange, StandardNotice } from "../../../contract/administration/collection.ts";
import type { Collection } from "../../../contract/collection.ts";
import type { Translate } from "../../../messages/translate.ts";
import { type CollectionState, type CollectionStatus, confirmableUntil, KNOWN_WITHIN } from "../../../petition/collection.ts";
import { LANGUAGES, type Language } from "../../../petition/language.ts";
import type { Context } from "../../context.ts";
import { writeAudit } from "../../ledger/audit/audit.ts";
import { PetitionEnded, readEnd } from "../../ledger/count/count.ts";
import { staleWhileRevalidate } from "../../platform/cache/stale-while-revalidate.ts";
import type { Translators } from "../../platform/translators.ts";
import { readChange } from "./input.ts";
import { noticeOf, standardNotice } from "./notice.ts";
import { lockCollection, readCollection, writeCollection } from "./store.ts";

/** Less than half of the promised time here, half for a page that was rendered from it. */
const MAX_AGE = 0.4 * KNOWN_WITHIN;

export interface CollectionControl extends Collection {
  /** From memory. */
  status(): Promise<CollectionStatus>;
  /** As it stands in the database at this moment. */
  state(): Promise<AdminCollection>;
  change(change: CollectionChange): Promise<AdminCollection>;
  /** By the clock, before the petition ends. What is closed already stays as it is. */
  closeByDate(): Promise<void>;
  /** Null: it has not even the shape. */
  readChange(posted: unknown, t: Translate): ReturnType<typeof readChange>;
}

export type CollectionTools = Pick<Context, "db" | "clock" | "translators" | "configuration" | "changed" | "ending">;

export function openCollection(tools: CollectionTools): CollectionControl {
  const { db, clock, translators, ending } = tools;
  const { confirmationLifetime: lifetime } = tools.configuration;
  const known = staleWhileRevalidate(() => readCollection(db), { maxAge: MAX_AGE, clock });
  const standard = { paused: standardIn("paused", translators), closed: standardIn("closed", translators) };

  async function state(): Promise<AdminCollection> {
    const { since, ...collection } = await readCollection(db);
    const until = collection.status === "closed" && since ? confirmableUntil(since, lifetime).toISOString() : null;
    return { ...collection, since: since?.toISOString() ?? null, confirmableUntil: until, standard };
  }

  function announce(): void {
    known.drop();
    tools.changed();
  }

  return {
    async collectionNotice(language) {
      const facts = { now: clock.now(), lifetime, end: await ending.state(), handover: ending.handover };
      const collection = await known.get();
      if (facts.end === null && collection.status === "open") return null;
      // A backup that was restored after the end may say that signing goes on.
      const last = facts.end && collection.status !== "closed" ? closedSince(facts.end.endedAt) : collection;
      return noticeOf(last, language, translators[language], facts);
    },
    async status() {
      return (await known.get()).status;
    },
    state,
    readChange: (posted, t) => readChange(posted, clock.now(), t),
    async change(change) {
      await write(tools, change, "collection-changed");
      announce();
      return state();
    },
    async closeByDate() {
      if ((await readCollection(db)).status === "closed") return;
      await write(tools, { status: "closed", day: null, texts: {} }, "closed-by-date");
      announce();
    },
  };
}

/** The line in the audit log names facts and not the texts. What changes nothing leaves no line. */
async function write(
  { db, clock }: CollectionTools,
  { status, day, texts }: CollectionChange,
  action: "collection-changed" | "closed-by-date",
): Promise<void> {
  const now = clock.now();
  await db.transaction(async (tx) => {
    const before = await lockCollection(tx, now);
    if (await readEnd(tx)) throw new PetitionEnded("Nothing is collected any more");
    const after: CollectionState & { since: Date } = {
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
      action,
      changes: { before: before.status, status, ...(day && { day }), ...(written && { texts: written }) },
    });
  });
}

function closedSince(since: Date): CollectionState {
  return { status: "closed", since, day: null, texts: {} };
}

function isSame(before: CollectionState, after: CollectionState): boolean {
  const texts = (of: CollectionState) => LANGUAGES.map((language) => of.texts[language] ?? "").join("\0");
  return before.status === after.status && before.day === after.day && texts(before) === texts(after);
}

function standardIn(status: "paused" | "closed", translators: Translators): Record<Language, StandardNotice> {
  return Object.fromEntries(LANGUAGES.map((one) => [one, standardNotice(status, translators[one])])) as Record<
    Language,
    StandardNotice
  >;
}
