/** By the site itself, for the administrator to decide (`HOLD_SUSPICIOUS=on`). In two parts, for the order of locks (decision 0016). */
import type { SuspicionReason } from "../../../petition/suspicion.ts";
import { writeAudit } from "../../ledger/audit/audit.ts";
import { countMany } from "../../ledger/count/count.ts";
import type { Clock } from "../../platform/clock.ts";
import type { Transaction } from "../../platform/database/open.ts";
import { growQuarantine, isUndecided, move, undecided } from "./quarantine.ts";

interface Holding {
  quarantineId: string;
  at: Date;
  ids: string[];
}

/** Of `ids` what is counted, except what was released before: the administrator's decision stands. Null where that is nothing. */
export async function beginHolding(
  tx: Transaction,
  clock: Clock,
  { clusterId, reason, ids }: { clusterId: string; reason: SuspicionReason; ids: string[] },
): Promise<Holding | null> {
  const held = await undecided(tx, ids);
  if (held.length === 0) return null;
  const at = clock.now();
  const cause = { reason, automatic: true } as const;
  return {
    quarantineId: await growQuarantine(tx, { clusterId, madeAt: at, cause, signatures: held.length }),
    at,
    ids: held,
  };
}

/** Answers how many are held now. Locks the count until the transaction ends: call it last. */
export async function hold(tx: Transaction, clock: Clock, { quarantineId, at, ids }: Holding): Promise<number> {
  const to = { quarantinedAt: at, quarantineId, releasedAt: null };
  // Asked again: who released it or objected in the meantime may have been faster.
  const moved = await move(tx, ids, { becomes: "quarantined", to }, isUndecided);
  await writeAudit(tx, clock, {
    entityType: "administration",
    entityId: quarantineId,
    action: "held",
    changes: { signatures: moved.length },
  });
  await countMany(tx, moved, "quarantined", clock);
  return moved.length;
}
