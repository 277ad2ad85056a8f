/** Statements whose text is the same every time, over sets: what differs is handed in, mostly as one JSON text with a line for each item. */
import { createHash } from "node:crypto";

/** `name`: PostgreSQL parses it once for each connection. It is planned each time, for tables as large as they are then (`PLAN_EACH_TIME`). */
export interface PreparedStatement<Row extends object> {
  name: string;
  text: string;
  /** Of the types alone. */
  row?: Row;
}

export function prepare<Row extends object>(text: string): PreparedStatement<Row> {
  return { name: createHash("sha256").update(text).digest("hex").slice(0, 16), text };
}
