import { sql } from "drizzle-orm";
import type { ToldEvent } from "../../../contract/machines.ts";
import { dayOfMoment } from "../../../petition/calendar.ts";
import { MINUTE } from "../../../petition/duration.ts";
import type { Base } from "../../platform/base.ts";
import type { Analytics } from "../../platform/config/kinds.ts";
import { analyticsCounts } from "../../platform/database/schema.ts";
import { makeRateSketch } from "../../platform/limits/rate-sketch.ts";
import { logFailure } from "../../platform/log.ts";

const WRITE_EVERY = 5000;
const PER_SOURCE_A_MINUTE = 60;

export type AnalyticsTaker = NonNullable<ReturnType<typeof makeAnalytics>>;

type Tools = Pick<Base, "db" | "clock" | "log" | "publicUrl"> & { analytics: Analytics };

export function makeAnalytics({ analytics, ...tools }: Tools) {
  if (analytics.to === "none") return null;
  const sketch = makeRateSketch({ clock: tools.clock, window: MINUTE });
  const { add, settled, close } = analytics.to === "own" ? ownCounts(tools) : feed(analytics as Provider, tools.publicUrl);
  return {
    /** `source`: a network, for this minute's limit. It is not kept. */
    take(event: ToldEvent, source: string): void {
      if (sketch.take(source, PER_SOURCE_A_MINUTE) === null) add(event);
    },
    close,
    settled,
  };
}

type Row = typeof analyticsCounts.$inferInsert;

function ownCounts({ db, clock, log }: Pick<Base, "db" | "clock" | "log">) {
  let gathered = new Map<string, Row>();
  const settled = () => write().catch((failure) => logFailure(log, failure, "analytics"));
  const timer = setInterval(settled, WRITE_EVERY).unref();

  function gather(row: Row): void {
    const key = [row.day, row.event, row.target, row.language].join();
    const known = gathered.get(key);
    if (known) known.count += row.count;
    else gathered.set(key, { ...row });
  }

  /** What cannot be written stays for the next time. */
  async function write(): Promise<void> {
    if (gathered.size === 0) return;
    const taken = gathered;
    gathered = new Map();
    const { day, event, target, language, count } = analyticsCounts;
    // In one order, so that processes do not lock each other out.
    const rows = [...taken].sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
    try {
      await db
        .insert(analyticsCounts)
        .values(rows)
        .onConflictDoUpdate({ target: [day, event, target, language], set: { count: sql`${count} + excluded.count` } });
    } catch (failure) {
      for (const row of rows) gather(row);
      throw failure;
    }
  }

  return {
    add: ({ event, target = "", language }: ToldEvent): void =>
      gather({ day: dayOfMoment(clock.now()), event, target, language, count: 1 }),
    settled,
    async close() {
      clearInterval(timer);
      await settled();
    },
  };
}

const TIME_OUT = 3000;
const AT_ONCE = 20;

/** Two of the providers refuse calls without one that looks like a browser's. The same for everybody. */
const USER_AGENT = "Mozilla/5.0 (X11; Linux x86_64) Petition/1.0";

type Provider = Extract<Analytics, { address: string }>;

/** Events that fail, take too long or come too fast are dropped. The provider learns nothing about the visitor. */
function feed(provider: Provider, publicUrl: () => string) {
  const underWay = new Set<Promise<void>>();
  const settled = async () => void (await Promise.all(underWay));
  return {
    add(event: ToldEvent): void {
      if (underWay.size >= AT_ONCE) return;
      const sending = hand(provider, event, publicUrl()).finally(() => underWay.delete(sending));
      underWay.add(sending);
    },
    settled,
    close: settled,
  };
}

async function hand(provider: Provider, event: ToldEvent, publicUrl: string): Promise<void> {
  try {
    const { address, body, ...rest } = requestFor(provider, event, publicUrl);
    const headers = { ...rest.headers, "user-agent": USER_AGENT };
    const signal = AbortSignal.timeout(TIME_OUT);
    const answer = await fetch(address, { method: "POST", headers, body, redirect: "error", signal });
    await answer.body?.cancel();
  } catch {}
}

function requestFor({ to, address }: Provider, event: ToldEvent, publicUrl: string) {
  const { hostname } = new URL(publicUrl);
  const url = publicUrl + event.path;
  const about = { petition: event.petition, language: event.language, ...(event.target && { target: event.target }) };
  switch (to) {
    case "plausible":
      return json(address, { name: event.event, url, domain: hostname, props: about });
    case "umami": {
      const bare = new URL(address);
      const website = bare.searchParams.get("website");
      bare.search = "";
      const payload = { website, hostname, url: event.path, language: event.language, name: event.event, data: about };
      return json(bare.href, { type: "event", payload });
    }
    case "matomo": {
      const bare = new URL(address);
      const form = new URLSearchParams({
        ...{ idsite: bare.searchParams.get("idsite") ?? "", rec: "1", apiv: "1", send_image: "0", ca: "1" },
        ...{ url, lang: event.language, e_c: event.petition, e_a: event.event, e_n: event.target ?? event.language },
      });
      bare.search = "";
      const headers = { "content-type": "application/x-www-form-urlencoded" };
      return { address: bare.href, headers, body: form.toString() };
    }
  }
}

function json(address: string, content: object) {
  return { address, headers: { "content-type": "application/json" }, body: JSON.stringify(content) };
}
