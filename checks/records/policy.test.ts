import { getTableColumns, getTableName, is } from "drizzle-orm";
import { PgTable } from "drizzle-orm/pg-core";
import { expect, test } from "vitest";
import german from "../../messages/de/privacy.json" with { type: "json" };
import * as schema from "../../server/platform/database/schema.ts";
import { describedTables } from "./tables.ts";

/** Under `privacy.data`, what is kept of whoever signs; null for numbers and hashes of our own, which other sentences speak of. */
const SAID: Record<string, keyof typeof german.data | null> = {
  id: null,
  token: null,
  full_name: "fullName",
  email: "email",
  normalised_email: "email",
  search_text: null,
  visibility: "visibility",
  created_at: "timestamp",
  confirmed_at: "timestamp",
  expires_at: null,
  ip_address: "ipAddress",
  user_agent: "userAgent",
  locale: "language",
  signature_hash: "commitment",
  signature_salt: "commitment",
  gdpr_consent_given: "consent",
  gdpr_consent_timestamp: "consent",
  consent_version: "consent",
  petition_version: "consent",
  policy_version: "consent",
  quarantined_at: "checks",
  quarantine_id: "checks",
  released_at: "checks",
  objected_at: "checks",
  name_hidden_at: "namesOnHold",
  name_check: "namesOnHold",
  seconds_to_confirm: "seconds",
  restorations: "restorations",
  committed_address: "addressChange",
  address_asked_at: "addressChange",
  links_since: "addressChange",
  list_key: null,
  email_sent_at: "delivery",
  email_retry_count: "delivery",
  status: "delivery",
};

test("each column about a person is named in the privacy policy", () => {
  const kept = describedTables().filter(({ name }) => name === "signatures" || name === "pending_confirmations");
  const columns = kept.flatMap(({ columns }) => columns.map(({ name }) => name));
  expect(columns.filter((column) => !(column in SAID))).toEqual([]);
  expect(Object.keys(SAID).filter((column) => !columns.includes(column))).toEqual([]);
  expect(Object.values(SAID).filter((key) => key !== null && !(key in german.data))).toEqual([]);
});

test("no column takes what a person writes on a signature sheet, and tables about paper have none about a signer", () => {
  const tables = Object.values<unknown>(schema).filter((one): one is PgTable => is(one, PgTable));
  const columns = tables.flatMap((table) =>
    Object.values(getTableColumns(table)).map(({ name }) => ({ table: getTableName(table), name })),
  );
  const asked = /post(al)?_?code|zip|city|town|street|handwrit|scan/;
  const aboutSigner = /name|mail|signature|signed|locale|address/;
  const found = columns.filter(({ table, name }) => asked.test(name) || (/paper|batch/.test(table) && aboutSigner.test(name)));
  expect(found).toEqual([]);
});
