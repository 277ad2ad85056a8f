/** Somebody may erase the signatures of very many others. If too many are erased, requests only send links. */
import { eq } from "drizzle-orm";
import { erasuresAtOnce } from "../../../petition/withdrawal.ts";
import type { Base } from "../../platform/base.ts";
import { staleWhileRevalidate } from "../../platform/cache/stale-while-revalidate.ts";
import type { Transaction } from "../../platform/database/open.ts";
import { runOrRollBack } from "../../platform/database/run-or-roll-back.ts";
import { rateLimits, signatureCount } from "../../platform/database/schema.ts";
import { countAttempt, isRunning } from "../../platform/limits/rate-counter.ts";

export interface BrakeState {
  erased: number;
  most: number;
}

export type Brake = ReturnType<typeof openBrake>;

export class BrakeHolds extends Error {}

const BRAKE = "delete-brake";
const SEEN_AGAIN_AFTER = 1000;

export function openBrake({ db, clock, log, configuration }: Pick<Base, "db" | "clock" | "log" | "configuration">) {
  const { deleteBy, deleteBrake } = configuration;
  const { attempts, window } = deleteBrake;
  const latest = staleWhileRevalidate(() => look(db), { maxAge: SEEN_AGAIN_AFTER, clock });

  async function look(asked: Pick<Transaction, "select">): Promise<BrakeState> {
    const [row] = await asked
      .select({ signatures: signatureCount.count, counted: rateLimits })
      .from(signatureCount)
      .leftJoin(rateLimits, eq(rateLimits.key, BRAKE))
      .where(eq(signatureCount.id, 1));
    const counted = row?.counted;
    const erased = counted && isRunning(counted.windowEndsAt, clock.now(), window) ? counted.count : 0;
    return { erased, most: erasuresAtOnce((row?.signatures ?? 0) + erased, attempts) };
  }

  return {
    /** In the caller's transaction, before anything is erased. */
    holds: async (tx: Transaction) => isReached(await look(tx)),
    /** After `erased` signatures went and the count is locked. Throws {@link BrakeHolds} if they were too many: roll back. */
    async count(tx: Transaction, erased: number): Promise<BrakeState> {
      let state: BrakeState = { erased, most: attempts };
      await runOrRollBack(tx, erased > 0, async () => {
        await countAttempt(tx, { counters: [{ key: BRAKE, kind: BRAKE, times: erased }], now: clock.now(), window });
        state = await look(tx);
      });
      if (erased > 0 && state.erased - erased >= state.most) throw new BrakeHolds();
      return state;
    },
    /** Null if it does not hold. At most a second old. */
    async alarm(): Promise<BrakeState | null> {
      if (deleteBy === "link") return null;
      const state = await latest.get();
      return isReached(state) ? state : null;
    },
    counted(state: BrakeState, erased: number): void {
      latest.drop();
      if (isReached(state) && state.erased - erased < state.most)
        log.warn(
          state,
          "Very many signatures were erased: until that is over, requests for deletion only send links. See DELETE_BRAKE.",
        );
    },
  };
}

function isReached({ erased, most }: BrakeState): boolean {
  return erased >= most;
}
