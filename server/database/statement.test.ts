import { describe, expect, test } from "vitest";
import { kindOf, tableOf } from "./statement.ts";

describe("Of a statement verb and table are told, and nothing else", () => {
  const cases: Array<[statement: string, kind: string, table: string | null]> = [
    ['select "id", (select count(*) from "outbox") from "signatures" where "id" = $1', "select", "signatures"],
    ['insert into "pending_confirmations" ("id") values ($1) on conflict do nothing', "insert", "pending_confirmations"],
    ['with "due" as (select "id" from "outbox" for update skip locked) update "outbox" set "x" = $1', "update", "outbox"],
    ["  UPDATE signatures set full_name = 'Anna'", "update", "signatures"],
    ['delete from "rate_limits" where "key" = $1', "delete", "rate_limits"],
    ["select from anna where email = 'anna@example.org'", "select", null],
    ["select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn) from pg_control_checkpoint()", "select", null],
    ["begin", "transaction", null],
    ["savepoint sp1", "transaction", null],
    ["vacuum (analyze)", "other", null],
  ];

  test.each(cases)("%s", (statement, kind, table) => {
    expect([kindOf(statement), tableOf(statement)]).toEqual([kind, table]);
  });
});
