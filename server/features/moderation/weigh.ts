/** A task, so that no confirmation waits for it. Looking twice changes nothing. */
import { knownDomains } from "../../../petition/mail-providers.ts";
import { CROWDED_NETWORK, CROWDED_NEW_DOMAIN, type SuspicionReason } from "../../../petition/suspicion.ts";
import type { Context } from "../../context.ts";
import { ONE, WIDE } from "../../platform/database/networks.ts";
import { countRefusal } from "../../platform/metrics/counters.ts";
import { beginHolding, hold } from "./quarantine.ts";
import * as store from "./store.ts";

const MINUTE = 60_000;
/** A signature may become visible so long after its time of confirmation. */
const OVERLAP = 2 * MINUTE;

type WeighingTools = Pick<Context, "db" | "clock" | "crypto" | "configuration" | "changed">;

/** Each call looks at what has come since the last one. Answers how many signatures are newly suspicious. */
export function makeWeighing(tools: WeighingTools): () => Promise<number> {
  let lookedAt: Date | null = null;
  return async () => {
    const now = tools.clock.now();
    const since = lookedAt ? before(lookedAt, OVERLAP) : before(now, CROWDED_NETWORK.window);
    const found = [
      await weighNetworks(tools, now, since),
      await weighDomains(tools, now, since),
      await weighHaste(tools, now, since),
    ];
    lookedAt = now;
    return found.reduce((sum, one) => sum + one, 0);
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

/** `members` gets what they share, and when the group was last looked at. */
async function gatherEach(
  tools: WeighingTools,
  reason: SuspicionReason,
  groups: string[],
  now: Date,
  members: (shared: string, last: Date | null) => store.Members,
): Promise<number> {
  let found = 0;
  for (const shared of groups) found += await gather(tools, reason, shared, now, (last) => members(shared, last));
  return found;
}

export const TOGETHER = 1000;

async function gather(
  { db, clock, crypto, changed, configuration: { holdSuspicious } }: WeighingTools,
  reason: SuspicionReason,
  shared: string,
  now: Date,
  members: (last: Date | null) => store.Members,
): Promise<number> {
  const key = clusterKey(crypto, shared);
  const last = await store.lastLookAt(db, reason, key);
  const ids = await store.idsOf(db, members(last));
  let found = 0;
  let held = 0;
  for (let from = 0; from === 0 || from < ids.length; from += TOGETHER) {
    const isLast = from + TOGETHER >= ids.length;
    const some = ids.slice(from, from + TOGETHER);
    found += await db.transaction(async (tx) => {
      const lastAt = isLast ? now : (last ?? before(now, CROWDED_NEW_DOMAIN.newFor));
      const { id: clusterId } = await store.openCluster(tx, { reason, key, now, lastAt });
      const newcomers = holdSuspicious ? await store.outside(tx, clusterId, some) : [];
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

export function clusterKey(crypto: Context["crypto"], shared: string): string {
  return crypto.mac("cluster", shared).subarray(0, 16).toString("base64url");
}

function before(moment: Date, duration: number): Date {
  return new Date(moment.getTime() - duration);
}
