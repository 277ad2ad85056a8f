import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { describedTables } from "../../../checks/records/tables.ts";
import { LANGUAGES } from "../../../petition/language.ts";
import { CROWDED_NEW_DOMAIN } from "../../../petition/suspicion.ts";
import { type House, openHouse } from "../../testing/house.ts";
import { anna, bruno, dieter, ewa } from "../../testing/people.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

interface DatedFile {
  stored: { entries: { name: string; untilDate: string | null }[] }[];
}

/** What is in no file, and why. Whoever adds a column says it in `stored.ts`, or here. */
const NOT_IN_THE_FILE: Record<string, string> = {
  "audit_log.ip_address": "always empty",
  "audit_log.user_agent": "always empty",
  "mail_caps.*": "counts e-mails to a mail domain, not to a person",
  "suspicions.*": "counts what came from a network, and leads to nobody's signature",
  "clusters.key": "of the group: what its signatures share, as a keyed hash",
  "clusters.requests": "of the group: how many requests for deletion came from a network",
  "cluster_signatures.signature_id": "the signature's own number",
  "erased_signatures.*": "is written when the signature goes; the file says beforehand what it will be",
  "log_queue.*": "waits for its entry in the public log for seconds, and stands there afterwards",
  "log_tiles.*": "hashes of the public log's entries, which are in the file",
  "used_captchas.*": "which sum was used, and the keyed hash of the form that it came with, for half an hour; leads to nobody",
  "paper_batches.*": "counts lines on paper; who brought them need not have signed, and is found by nobody's signature",
  "outbox.payload": "encrypted, and only in letters whose address nobody can look for",
};

/** Where in each table Anna's lines are. */
const HERS: Record<string, string> = {
  signatures: `email = '${anna.email}'`,
  pending_confirmations: `email = '${anna.email}'`,
  audit_log: `entity_id in (select id::text from signatures where email = '${anna.email}')`,
  signature_links: "true",
  mail_cooldowns: "true",
  suppressions: "true",
  rate_limits: "kind = 'personal'",
  clusters: "true",
  cluster_signatures: "true",
  log_entries: `commitment in (select signature_hash from signatures where email = '${anna.email}')`,
  outbox: "true",
  spreadsheet_rows: "true",
};

const FILL = `
  update signatures set restorations = 791919, seconds_to_confirm = 4021, user_agent = 'A browser', name_hidden_at = '2026-11-20T10:00:01Z',
    released_at = '2026-11-20T10:00:11Z', committed_address = 'old@example.org', address_asked_at = '2026-11-20T10:00:13Z',
    links_since = '2026-11-20T10:00:14Z', objected_at = '2026-11-20T10:00:12Z', name_check = 'approved',
    quarantined_at = '2026-11-20T10:00:02Z', quarantine_id = '11111111-1111-4111-8111-111111111111' where email = '${anna.email}';
  update pending_confirmations set email_retry_count = 3343, user_agent = 'A browser', email_sent_at = '2026-11-20T10:00:03Z'
    where email = '${anna.email}';
  insert into clusters (id, reason, key, found_at, last_at, requests)
    values ('22222222-2222-4222-8222-222222222222', 'network', 'k', '2026-11-20T10:00:04Z', '2026-11-20T10:00:05Z', 0);
  insert into cluster_signatures select '22222222-2222-4222-8222-222222222222', id from signatures where email = '${anna.email}';
  insert into outbox (kind, subject_id, attempts, next_attempt_at, leased_until, failed_at, last_error, created_at)
    select 'personal-link-email', id, 5737, '2026-11-20T10:00:06Z', '2026-11-20T10:00:07Z', '2026-11-20T10:00:08Z', 'EWHY', '2026-11-20T10:00:09Z'
    from signatures where email = '${anna.email}';
  insert into spreadsheet_rows (key, signature_id, version, written, sent, changed_at)
    select 'row-of-anna', id, 6113, 6121, 6131, '2026-11-20T10:00:10Z' from signatures where email = '${anna.email}';
  insert into log_entries (index, entry, number, commitment) select 4409, 'entry of Anna', 4421, signature_hash from signatures where email = '${anna.email}';
  insert into suppressions (email_hash, until, reason) select email_hash, '2030-01-01', 'owner' from mail_cooldowns;
  update audit_log set changes = '{"name":true}' where action = 'confirmed';
`;

describe("What a signer sees of the database", () => {
  let house: House;
  let token: string;
  beforeAll(async () => {
    house = await openHouse("server", { TRUST_PROXY: "loopback" });
    await house.sign(anna);
    const { body } = await house.confirm(await house.tokenOf(anna));
    token = new URL(body.personalLink ?? "", house.url).searchParams.get("token") ?? "";
    await house.site.outbox.stop();
    await house.rows(
      `insert into quarantines (id, made_at, cause, signatures) values ('11111111-1111-4111-8111-111111111111', now(), '{}', 1)`,
    );
    for (const statement of FILL.split(";")) if (statement.trim()) await house.rows(statement);
  });
  afterAll(() => house.close());

  const fileOf = async () => {
    const file = await house.site.petition.personalFile(token, { language: "de" });
    return "json" in file ? file.json : "";
  };

  test("each column of a table that can hold something of a person is in the file, or excused", async () => {
    const values = scalarsIn(JSON.parse(await fileOf()));
    const missing: string[] = [];
    for (const { name: table, columns } of describedTables()) {
      const open = columns.filter(({ name }) => !(`${table}.${name}` in NOT_IN_THE_FILE || `${table}.*` in NOT_IN_THE_FILE));
      if (open.length === 0) continue;
      const where = HERS[table];
      const rows =
        where === undefined ? [] : await house.rows<Record<string, unknown>>(`select * from ${table} where ${where}`);
      if (rows.length === 0) missing.push(`${table}: this test has filled in nothing of Anna`);
      for (const { name } of open) {
        const filled = rows.flatMap((row) => scalarsIn(row[name] ?? []));
        if (filled.length === 0) missing.push(`${table}.${name}: this test has filled in nothing of Anna`);
        if (filled.some((value) => !values.includes(value))) missing.push(`${table}.${name}: is not in the file`);
      }
    }
    expect(missing).toEqual([]);
  });

  test("nothing is excused that is not there any more", () => {
    const columns = describedTables().flatMap((table) =>
      ["*", ...table.columns.map(({ name }) => name)].map((name) => `${table.name}.${name}`),
    );
    expect(Object.keys(NOT_IN_THE_FILE).filter((excused) => !columns.includes(excused))).toEqual([]);
  });

  test.each(LANGUAGES)("the page says of each thing what it is, what for and until when, in %s", async (language) => {
    const seen = await house.site.petition.personalData(token, { language });
    const stored = "data" in seen ? seen.data.stored : [];
    expect(stored.map(({ entries }) => entries.length > 0)).toEqual(stored.map(() => true));
    for (const { label, value, why, until } of stored.flatMap(({ entries }) => entries)) {
      expect(
        [label, why, until].every((text) => text.length > 1 && !text.includes("personal.")),
        `${label} ${why} ${until}`,
      ).toBe(true);
      expect(value.join("").length).toBeGreaterThan(0);
    }
  });

  test("Anna hears that she is being checked and why, in words that tell no threshold", async () => {
    const seen = await house.site.petition.personalData(token, { language: "de" });
    const held = "data" in seen ? seen.data.held : null;
    expect(held?.reasons).toEqual(["Aus demselben Netz kamen in kurzer Zeit viele Unterschriften."]);
    expect(JSON.stringify(held)).not.toMatch(/\d/);
  });

  test("the days are those on which it goes", async () => {
    const seen = await house.site.petition.personalData(token, { language: "de" });
    const entries = "data" in seen ? seen.data.stored.flatMap((group) => group.entries) : [];
    const untilOf = (label: string) => entries.find((entry) => entry.label === label)?.until;
    expect(untilOf("Kennung des Browsers")).toBe("bis 21. Dezember 2026");
    expect(untilOf("Gesperrt für E-Mails")).toBe("bis 1. Januar 2030");
    expect(untilOf("Unterschrift bestätigt")).toBe("bis 21. November 2027");
    expect(untilOf("Stand")).toBe("bis 22. November 2026 um 12:10");
  });

  test("Bruno's page and file hold nothing of Anna", async () => {
    house.site.outbox.start();
    await house.sign(bruno);
    const { body } = await house.confirm(await house.tokenOf(bruno));
    const brunos = new URL(body.personalLink ?? "", house.url).searchParams.get("token") ?? "";
    const file = await house.site.petition.personalFile(brunos, { language: "de" });
    const seen = await house.site.petition.personalData(brunos, { language: "de" });
    expect(JSON.stringify([file, seen])).toContain(bruno.email);
    expect(JSON.stringify([file, seen])).not.toMatch(/\banna\b|791919|row-of|entry of|A browser/i);
  });

  test("somebody else typed Ewa's address first: she sees that entry, without where it came from", async () => {
    house.site.outbox.start();
    const stranger = { "x-forwarded-for": "198.51.100.66", "user-agent": "A stranger's browser" };
    await house.sign({ ...ewa, fullName: "Jan Nowak" }, {}, stranger);
    await house.site.outbox.runDue();
    house.clock.forward(60_000);
    await house.sign(ewa, {}, { "x-forwarded-for": "203.0.113.7", "user-agent": "Her own browser" });
    const { body } = await house.confirm(await house.tokenOf(ewa));
    const ewas = new URL(body.personalLink ?? "", house.url).searchParams.get("token") ?? "";
    const file = await house.site.petition.personalFile(ewas, { language: "en" });
    const seen = await house.site.petition.personalData(ewas, { language: "en" });
    expect(JSON.stringify([file, seen])).not.toMatch(/198\.51\.100\.66|stranger's browser/);
    const groups = "data" in seen ? seen.data.stored : [];
    const saidOf = (label: string) =>
      groups.flatMap(({ entries }) => entries.filter((entry) => entry.label === label).map(({ value }) => value.join()));
    const withheld = "Stored, but not shown here: someone else may have entered it.";
    expect(saidOf("IP address")).toEqual(["203.0.113.7", withheld, "203.0.113.7"]);
    expect(saidOf("Browser identification")).toEqual(["Her own browser", withheld, "Her own browser"]);
    expect(saidOf("Name")).toContain("Jan Nowak");
  });

  test("an import brought a second signature of Dieter's mailbox: he sees both", async () => {
    house.site.outbox.start();
    await house.sign(dieter);
    const { body } = await house.confirm(await house.tokenOf(dieter));
    const dieters = new URL(body.personalLink ?? "", house.url).searchParams.get("token") ?? "";
    await house.rows(
      `insert into signatures (full_name, email, confirmed_at, ip_address)
        values ('Dieter Doppelt', '${dieter.email.toUpperCase()}', '2026-11-19T10:00:00Z', '198.51.100.67')`,
    );
    const file = await house.site.petition.personalFile(dieters, { language: "de" });
    const seen = await house.site.petition.personalData(dieters, { language: "de" });
    for (const told of [file, seen]) {
      expect(JSON.stringify(told)).toContain("Dieter Doppelt");
      expect(JSON.stringify(told)).not.toContain("198.51.100.67");
    }
  });
});

describe("How long a signer is told that it is kept", () => {
  let house: House;
  let token: string;
  const annaElsewhere = { ...anna, email: "anna@fresh.example" };
  beforeAll(async () => {
    house = await openHouse("server", { IP_RETENTION: "11d", AUDIT_RETENTION: "100d", DELETE_BY: "link" });
    await house.sign(annaElsewhere);
    const { body } = await house.confirm(await house.tokenOf(annaElsewhere));
    token = new URL(body.personalLink ?? "", house.url).searchParams.get("token") ?? "";
    await house.site.petition.correct(token, { fullName: "Anna Berg", visibility: "public" }, { language: "de" });
    await house.post("/api/petition/delete", { email: annaElsewhere.email, confirmDeletion: true });
    await house.rows(
      `insert into suppressions (email_hash, until, reason) select email_hash, '2026-12-09', 'bounce' from mail_cooldowns`,
    );
    await house.rows(`insert into signatures (full_name, email, confirmed_at)
      select 'Somebody Else', 's' || n || '@fresh.example', confirmed_at from signatures, generate_series(2, ${CROWDED_NEW_DOMAIN.count}) n`);
    // Looks overlap: what a look has found, the next one may find again.
    for (let look = 0; look < 3; look++) {
      house.clock.forward(2 * MINUTE);
      await house.site.tasks.runDue();
    }
  });
  afterAll(() => house.close());

  const dated = async () => {
    const file = await house.site.petition.personalFile(token, { language: "de" });
    const { stored }: DatedFile = JSON.parse("json" in file ? file.json : "{}");
    return stored.flatMap(({ entries }) =>
      entries.flatMap(({ name, untilDate }) => (untilDate ? [{ name, at: Date.parse(untilDate) }] : [])),
    );
  };
  const lookAt = async (moment: number) => {
    house.clock.forward(Math.max(moment - house.clock.now().getTime(), 0));
    await house.site.tasks.runDue();
    return { seen: await dated(), now: house.clock.now().getTime() };
  };

  test("what is said to be kept until a day is there until then, and gone afterwards", async () => {
    const told = await dated();
    const expected = ["acts", "cluster", "cooldown", "deletionCooldown", "ipAddress", "line", "status", "suppression"];
    expect(told.map(({ name }) => name)).toEqual(expect.arrayContaining(expected));
    for (const at of [...new Set(told.map(({ at }) => at))].sort((one, other) => one - other)) {
      const before = await lookAt(at - HOUR);
      for (const entry of told.filter((one) => one.at > before.now)) expect(before.seen).toContainEqual(entry);
      const { seen, now } = await lookAt(at + HOUR);
      expect(seen.filter((one) => one.at <= now - HOUR)).toEqual([]);
    }
  });
});

function scalarsIn(value: unknown): string[] {
  if (value === null || value === undefined) return [];
  if (value instanceof Date) return [value.toISOString()];
  if (typeof value === "object") return Object.values(value).flatMap(scalarsIn);
  return [String(value)];
}
