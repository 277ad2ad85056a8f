/** A task, so that no confirmation waits for it. Looking twice changes nothing. */
import { sql } from "drizzle-orm";
import { MINUTE } from "../../../petition/duration.ts";
import { knownDomains } from "../../../petition/mail-providers.ts";
import { CROWDED_NETWORK, CROWDED_NEW_DOMAIN, MANY_DELETIONS, type SuspicionReason } from "../../../petition/suspicion.ts";
import type { Context } from "../../context.ts";
import { ONE, WIDE } from "../../platform/database/networks.ts";
import { logFailure } from "../../platform/log.ts";
import { countRefusal } from "../../platform/metrics/counters.ts";
import { networkOf, wideNetworkOf } from "../../platform/visitor.ts";
import { beginHolding, hold } from "./quarantine.ts";
import * as store from "./store.ts";

/** A signature may become visible so long after its time of confirmation. */
const OVERLAP = 2 * MINUTE;

type WeighingTools = Pick<Context, "db" | "clock" | "crypto" | "configuration" | "changed">;

/** Each call looks at what has come since the last one. Answers how many signatures are newly suspicious. */
export function makeWeighing(tools: WeighingTools): () => Promise<number> {
  let lookedAt: Date | null = null;
  return async () => {
    const now = tools.clock.now();
    const since = lookedAt ? before(lookedAt, OVERLAP) : before(now, CROWDED_NETWORK.window);
    let found = await weighNetworks(tools, now, since);
    found += await weighDomains(tools, now, since);
    found += await weighHaste(tools, now, since);
    lookedAt = now;
    return found;
  };
}

async function weighNetworks(tools: WeighingTools, now: Date, since: Date): Promise<number> {
  const from = before(now, CROWDED_NETWORK.window);
  const [one, wide] = CROWDED_NETWORK.counts;
  const networks = [
    ...(await store.crowdedNetworks(tools.db, { since, from, count: one, of: ONE })),
    ...(await store.crowdedNetworks(tools.db, { since, from, count: wide, of: WIDE })),
  ];
  return gatherEach(tools, "network", networks, now, (network, last) => store.ofNetwork(network, notJoined(from, since, last)));
}

async function weighDomains(tools: WeighingTools, now: Date, since: Date): Promise<number> {
  const { count, window, newFor } = CROWDED_NEW_DOMAIN;
  const newSince = before(now, newFor);
  const crowd = { since, from: before(now, window), count, newSince, known: knownDomains() };
  const domains = await store.crowdedNewDomains(tools.db, crowd);
  return gatherEach(tools, "new-domain", domains, now, (domain, last) =>
    store.ofDomain(domain, notJoined(newSince, since, last)),
  );
}

/** One group a day: those who confirm at once have nothing else in common. */
async function weighHaste(tools: WeighingTools, now: Date, since: Date): Promise<number> {
  const days = await store.hastyDays(tools.db, since);
  return gatherEach(tools, "confirmed-at-once", days, now, (day) => store.confirmedAtOnce(day, since));
}

type MembersOf = (shared: string, last: Date | null) => store.Members;

/** `members` gets what they share, and when the group was last looked at. */
async function gatherEach(
  tools: WeighingTools,
  reason: SuspicionReason,
  groups: string[],
  now: Date,
  members: MembersOf,
): Promise<number> {
  let found = 0;
  for (const shared of groups) found += await gather(tools, reason, shared, now, members);
  return found;
}

const TOGETHER = 1000;

async function gather(
  { db, clock, crypto, changed, configuration: { holdSuspicious } }: WeighingTools,
  reason: SuspicionReason,
  shared: string,
  now: Date,
  members: MembersOf,
): Promise<number> {
  const key = clusterKey(crypto, shared);
  const last = await store.lastLookAt(db, reason, key);
  const ids = await store.idsOf(db, sql`${members(shared, last)} and objected_at is null order by id`);
  let found = 0;
  let held = 0;
  for (let from = 0; from === 0 || from < ids.length; from += TOGETHER) {
    const isLast = from + TOGETHER >= ids.length;
    const some = ids.slice(from, from + TOGETHER);
    found += await db.transaction(async (tx) => {
      const lastAt = isLast ? now : (last ?? before(now, CROWDED_NEW_DOMAIN.newFor));
      const { id: clusterId } = await store.openCluster(tx, { reason, key, now, lastAt });
      const outside = store.someOutside(clusterId, store.among(some), some.length);
      const newcomers = holdSuspicious ? await store.idsOf(tx, outside) : [];
      const holding = await beginHolding(tx, clock, { clusterId, reason, ids: newcomers });
      const joined = await store.join(tx, clusterId, store.among(some));
      if (holding) held += await hold(tx, clock, holding);
      return joined;
    });
  }
  if (held === 0) return found;
  countRefusal("signature-held", held);
  changed();
  return found;
}

/** All of a new group; otherwise what has come since it was last looked at. */
function notJoined(all: Date, since: Date, last: Date | null): Date {
  if (last === null) return all;
  return new Date(Math.max(all.getTime(), Math.min(since.getTime(), before(last, OVERLAP).getTime())));
}

function clusterKey(crypto: Context["crypto"], shared: string): string {
  return crypto.mac("cluster", shared).subarray(0, 16).toString("base64url");
}

function before(moment: Date, duration: number): Date {
  return new Date(moment.getTime() - duration);
}

/** Part of a request: more than {@link TOGETHER} are left to the next ones. Never throws. */
export async function noteDeletions(
  { db, clock, crypto, log }: Pick<Context, "db" | "clock" | "crypto" | "log">,
  { address, requests }: { address: string; requests: number[] },
): Promise<void> {
  for (const [which, network] of [networkOf(address), wideNetworkOf(address)].entries()) {
    const count = requests[which] ?? 0;
    if (count < (MANY_DELETIONS.counts[which] ?? count)) continue;
    const now = clock.now();
    // In a transaction of its own: erasures in one network would lock each other out.
    const noted = db.transaction(async (tx) => {
      const key = clusterKey(crypto, network);
      const { id } = await store.openCluster(tx, { reason: "deletions", key, now, requests: count });
      const members = store.ofNetwork(network, before(now, MANY_DELETIONS.window));
      await store.join(tx, id, store.someOutside(id, members, TOGETHER));
    });
    await noted.catch((failure) => logFailure(log, failure, "noting many deletions"));
  }
}
