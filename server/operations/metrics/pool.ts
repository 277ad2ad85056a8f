import type { Database } from "../../platform/database/open.ts";
import { gauge, type Subject } from "./gauges.ts";

/** The connections that this process has to the database. */
export function pool(database: Pick<Database, "pool" | "waiting">): Subject {
  const open = gauge("petition_database_connections", "Open connections to the database, by what they do", ["state"]);
  const most = gauge("petition_database_connections_limit", "How many connections there may be at most");
  const waiting = gauge("petition_database_waiting", "Requests for a connection that wait for one");
  return {
    gauges: [open, most, waiting],
    look() {
      const { totalCount, idleCount, options } = database.pool;
      open.set({ state: "in-use" }, totalCount - idleCount);
      open.set({ state: "idle" }, idleCount);
      most.set(options.max);
      waiting.set(database.waiting());
    },
  };
}
