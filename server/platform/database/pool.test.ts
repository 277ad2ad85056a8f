import { describe, expect, test } from "vitest";
import { kindOf } from "./pool.ts";

describe("Of a statement its kind is told, and nothing else", () => {
  const cases: Array<[statement: string, kind: string]> = [
    ['select "id", (select count(*) from "outbox") from "signatures" where "id" = $1', "select"],
    ['insert into "pending_confirmations" ("id") values ($1) on conflict do nothing', "insert"],
    ['with "due" as (select "id" from "outbox" for update skip locked) update "outbox" set "x" = $1', "update"],
    ["  UPDATE signatures set full_name = 'Anna'", "update"],
    ['delete from "rate_limits" where "key" = $1', "delete"],
    ["select from anna where email = 'anna@example.org'", "select"],
    ["select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), redo_lsn) from pg_control_checkpoint()", "select"],
    ["begin", "transaction"],
    ["savepoint sp1", "transaction"],
    ["vacuum (analyze)", "other"],
  ];

  test.each(cases)("%s", (statement, kind) => {
    expect(kindOf(statement)).toBe(kind);
  });
});
