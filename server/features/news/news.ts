/** What came of the petition, for whoever subscribes to the feed: nobody's address is needed for it. */
import { randomUUID } from "node:crypto";
import { desc, eq, min, ne } from "drizzle-orm";
import type { AdminNews } from "../../../contract/administration/news.ts";
import { dayOfMoment } from "../../../petition/calendar.ts";
import { type NoticeTexts, tidyNotice } from "../../../petition/collection.ts";
import { MINUTE } from "../../../petition/duration.ts";
import { isHandedOver } from "../../../petition/ending.ts";
import { LANGUAGES, type Language } from "../../../petition/language.ts";
import type { News } from "../../../petition/news.ts";
import { GOALS } from "../../../petition/progress.ts";
import type { Context } from "../../context.ts";
import { noteAct } from "../../ledger/audit/audit.ts";
import { readCount } from "../../ledger/count/count.ts";
import { staleWhileRevalidate } from "../../platform/cache/stale-while-revalidate.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Database, Transaction } from "../../platform/database/open.ts";
import { news as newsTable, shownTexts } from "../../platform/database/schema.ts";
import type { Task } from "../../platform/jobs/tasks.ts";
import { type Published, writeFeed } from "./feed.ts";

/** As old as the number may be. */
const MAX_AGE = 400;

export type NewsControl = ReturnType<typeof openNews>;

type NewsTools = Pick<
  Context,
  "db" | "clock" | "configuration" | "translators" | "publicUrl" | "events" | "changed" | "ending"
>;

export function openNews(tools: NewsTools) {
  const { db, clock, translators, publicUrl } = tools;
  const known = staleWhileRevalidate(() => readNews(db), { maxAge: MAX_AGE, clock });
  tools.events.on("changed", known.drop);

  async function list(): Promise<AdminNews> {
    const { entries } = await readNews(db);
    const written = entries.flatMap(({ id, content, publishedAt, updatedAt }) =>
      content.kind === "news"
        ? [{ id, texts: content.texts, publishedAt: publishedAt.toISOString(), updatedAt: updatedAt.toISOString() }]
        : [],
    );
    return { news: written };
  }

  /** Null if there is no such news to correct. */
  async function write(texts: NoticeTexts, corrected?: string): Promise<AdminNews | null> {
    const isThere = await db.transaction(async (tx) => {
      const id = corrected ?? randomUUID();
      if (corrected && !(await isNews(tx, corrected))) return false;
      if ((await publish(tx, clock, id, { kind: "news", texts })) === 0) return true;
      const languages = LANGUAGES.filter((one) => texts[one]).join(" ");
      await noteAct(tx, clock, ["news", corrected ? "news-corrected" : "news-published"], { texts: languages });
      return true;
    });
    tools.changed();
    return isThere ? list() : null;
  }

  return {
    async feed(language: Language) {
      return writeFeed({ ...(await known.get()), language, t: translators[language], publicUrl: publicUrl() });
    },
    publish: (tx: Transaction, id: string, entry: News) => publish(tx, clock, id, entry),
    list,
    write,
  };
}

/** Publishes, or corrects what was published as `id` if it says something else now. Answers how many entries that were. */
async function publish(tx: Transaction, clock: Clock, id: string, entry: News): Promise<number> {
  const [content, now] = [JSON.stringify(entry), clock.now()];
  const written = await tx
    .insert(newsTable)
    .values({ id, content, publishedAt: now, updatedAt: now })
    .onConflictDoUpdate({ target: newsTable.id, set: { content, updatedAt: now }, setWhere: ne(newsTable.content, content) })
    .returning({ id: newsTable.id });
  return written.length;
}

export function newsSchedule(context: Pick<NewsTools, "db" | "clock" | "configuration" | "changed" | "ending">): Task[] {
  return [{ name: "publish-news", every: 5 * MINUTE, atStart: true, run: () => publishReached(context) }];
}

/** A milestone stays published even if the number falls below it. */
async function publishReached({ db, clock, configuration, changed, ending }: Parameters<typeof newsSchedule>[0]) {
  const { targetCount: target } = configuration;
  const { date, recipient, result } = ending.handover;
  const published = await db.transaction(async (tx) => {
    const { count: reached } = await readCount(tx);
    let written = 0;
    for (const milestone of GOALS) {
      const count = Math.ceil((target * milestone) / 100);
      if (reached >= count)
        written += await publish(tx, clock, `milestone ${milestone} ${target}`, {
          kind: "milestone",
          milestone,
          count,
          target,
        });
    }
    if (date === null || !isHandedOver(ending.handover, dayOfMoment(clock.now()))) return written;
    const texts = Object.fromEntries(Object.entries(result).map(([language, text]) => [language, tidyNotice(text)]));
    return written + (await publish(tx, clock, "handover", { kind: "handover", date, recipient, texts }));
  });
  if (published > 0) changed();
  return published;
}

async function readNews(db: Database["db"]): Promise<{ entries: Published[]; updatedAt: Date }> {
  const rows = await db.select().from(newsTable).orderBy(desc(newsTable.publishedAt), desc(newsTable.id));
  const entries = rows.map(({ content, ...row }) => ({ ...row, content: JSON.parse(content) as News }));
  const [first] = await db.select({ at: min(shownTexts.firstSeen) }).from(shownTexts);
  const times = [first?.at ?? new Date(0), ...entries.map(({ updatedAt }) => updatedAt)];
  return { entries, updatedAt: new Date(Math.max(...times.map(Number))) };
}

async function isNews(tx: Transaction, id: string): Promise<boolean> {
  const [row] = await tx.select().from(newsTable).where(eq(newsTable.id, id)).for("update");
  return row !== undefined && (JSON.parse(row.content) as News).kind === "news";
}
