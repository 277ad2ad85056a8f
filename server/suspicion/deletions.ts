/** Many requests for deletion from one network: they make suspicious what was signed there lately. */
import { MANY_DELETIONS } from "../../petition/suspicion.ts";
import type { Clock } from "../clock.ts";
import type { Transaction } from "../database/open.ts";
import { networkOf } from "../http/visitor.ts";
import type { Seals } from "../seals/seals.ts";
import { join, ofNetwork, openCluster } from "./store.ts";
import { clusterKey } from "./weigh.ts";

/** `requests`: how many there were in {@link MANY_DELETIONS}' window; fewer than its count are nobody's business. */
export async function noteDeletions(
  { clock, seals }: { clock: Clock; seals: Seals },
  tx: Transaction,
  { address, requests }: { address: string; requests: number },
): Promise<void> {
  if (requests < MANY_DELETIONS.count) return;
  const now = clock.now();
  const network = networkOf(address);
  const { id } = await openCluster(tx, { reason: "deletions", key: clusterKey(seals, network), now, requests });
  await join(tx, id, ofNetwork(network, new Date(now.getTime() - MANY_DELETIONS.window)));
}
