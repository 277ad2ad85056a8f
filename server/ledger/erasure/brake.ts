/** Somebody may erase the signatures of very many others. If too many are erased, requests only send links. */
import { type SQL, sql } from "drizzle-orm";
import { erasuresAtOnce } from "../../../petition/withdrawal.ts";
import type { Base } from "../../platform/base.ts";
import { staleWhileRevalidate } from "../../platform/cache/stale-while-revalidate.ts";
import type { Database, Transaction } from "../../platform/database/open.ts";
import { runOrRollBack } from "../../platform/database/run-or-roll-back.ts";
import { erasuresByMinute, signatureCount } from "../../platform/database/schema.ts";

export interface BrakeState {
  erased: number;
  most: number;
}

export interface Brake {
  /** In the caller's transaction, before anything is erased. */
  holds(tx: Transaction): Promise<boolean>;
  /** After `erased` signatures went and the count is locked. Throws {@link BrakeHolds} if they were too many: roll back. */
  count(tx: Transaction, erased: number): Promise<BrakeState>;
  /** Null if it does not hold. At most a second old. */
  alarm(): Promise<BrakeState | null>;
  counted(state: BrakeState, erased: number): void;
}

export class BrakeHolds extends Error {}

const MINUTE = 60_000;
const SEEN_AGAIN_AFTER = 1000;

export function openBrake({ db, clock, log, configuration }: Pick<Base, "db" | "clock" | "log" | "configuration">): Brake {
  const { deleteBy, deleteBrake } = configuration;
  const latest = staleWhileRevalidate(() => look(db), { maxAge: SEEN_AGAIN_AFTER, clock });

  function stateOf({ erased, signatures }: Figures): BrakeState {
    return { erased: Number(erased), most: erasuresAtOnce(Number(signatures) + Number(erased), deleteBrake.attempts) };
  }

  async function look(asked: Pick<Database["db"], "execute">): Promise<BrakeState> {
    const { rows } = await asked.execute<Figures>(sql`select ${lately()} as erased, ${SIGNATURES} as signatures`);
    return stateOf(rows[0] ?? NONE);
  }

  /** A clock that was ahead must not hold the brake for ever. */
  function lately(): SQL {
    const now = clock.now().getTime();
    return sql`(
      select coalesce(sum(count), 0) from ${erasuresByMinute}
      where minute > ${iso(now - deleteBrake.window)}::timestamptz and minute <= ${iso(now + 5 * MINUTE)}::timestamptz
    )`;
  }

  return {
    holds: async (tx) => isReached(await look(tx)),
    async count(tx, erased) {
      const now = clock.now().getTime();
      let state = stateOf(NONE);
      await runOrRollBack(tx, erased > 0, async () => {
        await tx
          .insert(erasuresByMinute)
          .values({ minute: new Date(now - (now % MINUTE)), count: erased })
          .onConflictDoUpdate({
            target: erasuresByMinute.minute,
            set: { count: sql`${erasuresByMinute.count} + excluded.count` },
          });
        state = await look(tx);
      });
      if (erased > 0 && state.erased - erased >= state.most) throw new BrakeHolds();
      return state;
    },
    async alarm() {
      if (deleteBy === "link") return null;
      const state = await latest.get();
      return isReached(state) ? state : null;
    },
    counted(state, erased) {
      latest.drop();
      if (isReached(state) && state.erased - erased < state.most)
        log.warn(
          state,
          "Very many signatures were erased: until that is over, requests for deletion only send links. See DELETE_BRAKE.",
        );
    },
  };
}

type Figures = Record<"erased" | "signatures", string>;

const NONE: Figures = { erased: "0", signatures: "0" };

const SIGNATURES = sql`(select count from ${signatureCount} where id = 1)`;

function isReached({ erased, most }: BrakeState): boolean {
  return erased >= most;
}

function iso(moment: number): string {
  return new Date(moment).toISOString();
}
