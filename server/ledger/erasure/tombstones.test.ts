import { randomUUID } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sha256 } from "../../platform/crypto/crypto.ts";
import { openLog } from "../../platform/log.ts";
import { clockAt } from "../../testing/clock.ts";
import { eachEngine } from "../../testing/databases.ts";
import { NOON } from "../../testing/house.ts";
import { openTombstones } from "./tombstones.ts";

const DAY = "2026-11-20";

eachEngine("A signature that was erased, restored and erased again, back from an old backup", (open) => {
  test.each([
    { where: "its older erasure first in the file", file: [0, 1], table: null },
    { where: "its later erasure first in the file", file: [1, 0], table: null },
    { where: "its older one in the table", file: [1], table: 0 },
    { where: "its older one in the file", file: [0], table: 1 },
  ])("is erased, with $where", async ({ file, table }) => {
    const database = await open();
    try {
      const id = randomUUID();
      const owners = randomUUID();
      const { pool, db, dataFolder } = database;
      const insertion =
        "insert into signatures (id, full_name, email, restorations) values ($1::uuid, 'Anna', $1::text || '@example.org', $2)";
      await pool.query(insertion, [id, 1]);
      await pool.query(insertion, [owners, 2]);
      const lines = [...file.map((restorations) => `${DAY} ${sha256(id)} ${restorations}`), `${DAY} ${sha256(owners)} 1`];
      await writeFile(join(dataFolder, "erased-signatures"), `${lines.join("\n")}\n`);
      if (table !== null) await pool.query("insert into erased_signatures values ($1, $2, $3)", [sha256(id), DAY, table]);

      const logged: string[] = [];
      const log = openLog({ stream: { write: (line) => void logged.push(line) } });
      expect(await openTombstones({ db, clock: clockAt(NOON), dataFolder, log }).eraseAgain()).toBe(1);
      expect(logged).toEqual([]);
      expect((await pool.query("select id from signatures")).rows).toEqual([{ id: owners }]);
      expect((await pool.query("select id_hash, restorations from erased_signatures")).rows).toEqual([
        { id_hash: sha256(id), restorations: 1 },
      ]);
    } finally {
      await database.drop();
    }
  });

  test("so are 2,500 of them at once, with all that waits for them, and the rows of everybody else stay", async () => {
    const database = await open();
    try {
      const { pool, db, dataFolder } = database;
      await pool.query(`insert into signatures (full_name, email, normalised_email)
        select 'Anna', n || '@example.org', n || '@example.org' from generate_series(1, 5000) n`);
      await pool.query(`insert into erased_signatures select encode(sha256(id::text::bytea), 'hex'), '${DAY}', 0
        from signatures order by email limit 2500`);
      await pool.query(
        `insert into audit_log (entity_type, entity_id, action) select 'signature', id, 'confirmed' from signatures`,
      );
      // Who signed once more has an e-mail under way, or one that was given up.
      await pool.query(`insert into pending_confirmations (id, token, full_name, email, normalised_email, expires_at,
          consent_version, petition_version, policy_version)
        select gen_random_uuid(), email, 'Anna', email, email, now(), '1', '1', '1' from signatures`);
      await pool.query(`insert into outbox (kind, subject_id, next_attempt_at, failed_at)
        select 'confirmation-email', id, now(), now() from pending_confirmations`);
      await pool.query(`insert into audit_log (entity_type, entity_id, action)
        select 'pending_confirmation', id, 'signed' from pending_confirmations`);
      const tools = { db, clock: clockAt(NOON), dataFolder, log: openLog(false) };
      expect(await openTombstones(tools).eraseAgain()).toBe(2500);
      expect((await pool.query("select count(*)::int from signatures")).rows).toEqual([{ count: 2500 }]);
      expect((await pool.query("select count(*)::int from pending_confirmations")).rows).toEqual([{ count: 2500 }]);
      expect((await pool.query("select count(*)::int from outbox")).rows).toEqual([{ count: 2500 }]);
      expect((await pool.query("select count(*)::int from audit_log")).rows).toEqual([{ count: 5000 }]);
    } finally {
      await database.drop();
    }
  });
});
