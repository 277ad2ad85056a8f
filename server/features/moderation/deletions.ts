import { MANY_DELETIONS } from "../../../petition/suspicion.ts";
import type { Context } from "../../context.ts";
import { logFailure } from "../../platform/log.ts";
import { networkOf, wideNetworkOf } from "../../platform/visitor.ts";
import { join, ofNetwork, openCluster, someOutside } from "./store.ts";
import { clusterKey, TOGETHER } from "./weigh.ts";

/** Part of a request: more than {@link TOGETHER} are left to the next ones. Never throws. */
export async function noteDeletions(
  context: Pick<Context, "db" | "clock" | "crypto" | "log">,
  { address, requests }: { address: string; requests: number[] },
): Promise<void> {
  for (const [which, network] of [networkOf(address), wideNetworkOf(address)].entries()) {
    const count = requests[which] ?? 0;
    if (count < (MANY_DELETIONS.counts[which] ?? count)) continue;
    // In a transaction of its own: erasures in one network would lock each other out.
    await gather(context, network, count).catch((failure) => logFailure(context.log, failure, "noting many deletions"));
  }
}

async function gather(
  { db, clock, crypto }: Pick<Context, "db" | "clock" | "crypto">,
  network: string,
  requests: number,
): Promise<void> {
  const now = clock.now();
  await db.transaction(async (tx) => {
    const { id } = await openCluster(tx, { reason: "deletions", key: clusterKey(crypto, network), now, requests });
    const members = ofNetwork(network, new Date(now.getTime() - MANY_DELETIONS.window));
    await join(tx, id, someOutside(id, members, TOGETHER));
  });
}
