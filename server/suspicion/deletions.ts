/** Many requests for deletion from one network: they make suspicious what was signed there lately. */
import { MANY_DELETIONS } from "../../petition/suspicion.ts";
import type { Clock } from "../clock.ts";
import type { Crypto } from "../crypto/crypto.ts";
import type { Database } from "../database/open.ts";
import { networkOf } from "../http/visitor.ts";
import { join, ofNetwork, openCluster, someOutside } from "./store.ts";
import { clusterKey, TOGETHER } from "./weigh.ts";

/**
 * `requests`: how many there were in {@link MANY_DELETIONS}' window; fewer than its count are nobody's business. Whoever asks waits for it: what
 * is more than {@link TOGETHER} is put together by the next requests, and is the network's own group in any case.
 */
export async function noteDeletions(
  { db, clock, crypto }: { db: Database["db"]; clock: Clock; crypto: Crypto },
  { address, requests }: { address: string; requests: number },
): Promise<void> {
  if (requests < MANY_DELETIONS.count) return;
  const now = clock.now();
  const network = networkOf(address);
  // By itself: whoever erases a signature and waits for others of its network would wait for those who do the same.
  await db.transaction(async (tx) => {
    const { id } = await openCluster(tx, { reason: "deletions", key: clusterKey(crypto, network), now, requests });
    const members = ofNetwork(network, new Date(now.getTime() - MANY_DELETIONS.window));
    await join(tx, id, someOutside(id, members, TOGETHER));
  });
}
