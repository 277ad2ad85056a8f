/** What a stolen database tells: no link, and no mailbox or network to anybody who tries them all. */
import { afterAll, beforeAll, expect, test } from "vitest";
import { type House, openHouse } from "../testing/house.ts";
import { anna } from "../testing/people.ts";

const FROM = { "x-forwarded-for": "198.51.100.7" };
const houses: House[] = [];
beforeAll(async () => {
  // Each makes a SECRET_KEY of its own.
  for (let site = 0; site < 2; site++) houses.push(await openHouse("server", { TRUST_PROXY: "loopback", DELETE_BY: "link" }));
});
afterAll(async () => {
  for (const house of houses) await house.close();
});

const linksOf = async (house: House) => {
  await house.site.outbox.runDue();
  return house.inbox.of(anna.email).flatMap(({ links }) => links);
};

test("two sites keep different hashes of the same mailbox and the same network: without a site's key nobody finds whose they are", async () => {
  const kept: string[][] = [];
  for (const house of houses) {
    await house.sign(anna, {}, FROM);
    const notMe = (await linksOf(house)).find((link) => link.includes("/nicht-ich")) ?? "";
    await house.site.petition.suppress(new URL(notMe).searchParams.get("token") ?? "");
    const rows = await house.rows<{ of: string; hash: string }>(
      `select 'cooldown' as of, email_hash as hash from mail_cooldowns union all select 'suppression', email_hash from suppressions
       union all select kind, key from rate_limits`,
    );
    expect(new Set(rows.map((row) => row.of))).toEqual(new Set(["cooldown", "suppression", "sign", "sign-wide"]));
    kept.push(rows.map(({ hash }) => hash));
  }
  expect(kept[0]?.filter((hash) => kept[1]?.includes(hash))).toEqual([]);
});

test("no table holds a link of an e-mail or of an answer, before it is followed and afterwards", async () => {
  const [house] = houses;
  if (!house) throw new Error("No site");
  const clara = { ...anna, email: "clara@example.org" };
  const dump = async () => {
    const tables = await house.rows<{ name: string }>("select tablename as name from pg_tables where schemaname = 'public'");
    const rows = await Promise.all(tables.map(({ name }) => house.rows(`select row::text from ${name} row`)));
    return JSON.stringify(rows);
  };
  await house.sign(clara, {}, FROM);
  const token = await house.tokenOf(clara);
  expect(await dump()).not.toContain(token);
  const { body } = await house.confirm(token);
  await house.post("/api/petition/delete", { email: clara.email, confirmDeletion: true });
  await house.site.outbox.runDue();
  const links = house.inbox.of(clara.email).flatMap((letter) => letter.links);
  const tokens = [body.personalLink ?? "", ...links].map((link) => new URL(link, house.url).searchParams.get("token") ?? "");
  expect(new Set(tokens).size).toBeGreaterThanOrEqual(4);
  const kept = await dump();
  expect(kept).toContain(clara.email);
  expect(tokens.filter((one) => one !== "" && kept.includes(one))).toEqual([]);
});
