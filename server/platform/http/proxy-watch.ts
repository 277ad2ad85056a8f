/** Behind a proxy that is not named, or whose header holds no address, all visitors share one limit. Anybody can send its header: a row at most once an hour. */
import type { IncomingMessage } from "node:http";
import { eq, sql } from "drizzle-orm";
import proxyAddr from "proxy-addr";
import type { UnnamedProxy } from "../../../contract/administration/operations.ts";
import { HOUR } from "../../../petition/duration.ts";
import type { Base } from "../base.ts";
import { unnamedProxy } from "../database/schema.ts";
import { logFailure } from "../log.ts";
import { isForwarded, plainAddress } from "../visitor.ts";

const REMEMBERED = 24 * HOUR;

export type ProxyWatch = ReturnType<typeof watchForProxies>;

export function watchForProxies({ db, clock, configuration, log }: Pick<Base, "db" | "clock" | "configuration" | "log">) {
  const isTrusted = configuration.trustProxy ?? (() => false);
  let writtenAt = Number.NEGATIVE_INFINITY;
  let lastSeen = 0;
  let unwritten = 0;
  let writing: Promise<void> = Promise.resolve();

  function isBelieved(request: IncomingMessage): boolean {
    const isNamed = isTrusted(request.socket.remoteAddress ?? "", 0);
    return isNamed && Boolean(request.headers["x-forwarded-for"]) && plainAddress(proxyAddr(request, isTrusted)) !== null;
  }

  async function write(now: Date, requests: number): Promise<void> {
    const gone = sql`${unnamedProxy.lastAt} <= ${new Date(now.getTime() - REMEMBERED).toISOString()}::timestamptz`;
    await db
      .insert(unnamedProxy)
      .values({ id: 1, since: now, lastAt: now, requests })
      .onConflictDoUpdate({
        target: unnamedProxy.id,
        set: {
          since: sql`case when ${gone} then excluded.since else ${unnamedProxy.since} end`,
          lastAt: sql`excluded.last_at`,
          requests: sql`case when ${gone} then 0 else ${unnamedProxy.requests} end + excluded.requests`,
        },
      });
  }

  return {
    see(request: IncomingMessage): void {
      if (!isForwarded(request) || isBelieved(request)) return;
      const now = clock.now();
      lastSeen = now.getTime();
      unwritten += 1;
      if (lastSeen - writtenAt < HOUR && lastSeen >= writtenAt) return;
      if (writtenAt === Number.NEGATIVE_INFINITY)
        log.warn(
          "A request carries a forwarding header that is not believed: TRUST_PROXY does not name the proxy it came from, or it holds no address.",
        );
      writtenAt = lastSeen;
      const requests = unwritten;
      unwritten = 0;
      writing = write(now, requests).catch((failure) => logFailure(log, failure, "noting a proxy"));
    },
    async read(): Promise<UnnamedProxy | null> {
      await writing;
      const [row] = await db.select().from(unnamedProxy).where(eq(unnamedProxy.id, 1));
      if (!row) return null;
      const lastAt = Math.max(row.lastAt.getTime(), lastSeen);
      if (lastAt <= clock.now().getTime() - REMEMBERED) return null;
      return { since: row.since.toISOString(), lastAt: new Date(lastAt).toISOString(), requests: row.requests + unwritten };
    },
    async forget(): Promise<void> {
      await db.delete(unnamedProxy);
    },
    settled: () => writing,
  };
}
