/** What a stolen database tells: no link, and no mailbox or network to anybody who tries them all. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type House, openHouse } from "../../testing/house.ts";
import { filesIn, plainBackupOf, tablesOf } from "../../testing/kept.ts";
import { anna } from "../../testing/people.ts";

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

describe.each([
  ["embedded", "request"],
  ["server", "link"],
] as const)("What is kept of the links in e-mails and answers (%s database, DELETE_BY=%s)", (engine, deleteBy) => {
  const clara = { ...anna, email: "clara@example.org" };
  const log: string[] = [];
  let house: House;
  beforeAll(async () => {
    house = await openHouse(engine, { TRUST_PROXY: "loopback", DELETE_BY: deleteBy }, { log: (line) => log.push(line) });
  });
  afterAll(() => house.close());

  /** Of each link that went out so far, by where it leads. */
  const given = new Map<string, string>();
  function note(links: string[]): void {
    for (const { pathname, searchParams } of links.map((link) => new URL(link, house.url))) {
      const token = searchParams.get("token");
      if (token !== null) given.set(token, pathname);
    }
  }

  /** As it stands in the link, and as whoever wants to save room would keep it. */
  const spellings = (token: string) => {
    const bytes = Buffer.from(token, "base64url");
    return [Buffer.from(token), bytes, Buffer.from(bytes.toString("hex")), Buffer.from(bytes.toString("base64"))];
  };

  async function noteEmails(): Promise<void> {
    await house.site.outbox.runDue();
    note(house.inbox.of(clara.email).flatMap(({ links }) => links));
  }

  /** Where somebody finds a link that went out. */
  async function findLinks(): Promise<string[]> {
    await noteEmails();
    const kept = new Map(await filesIn(house.dataFolder));
    kept.set("tables", Buffer.from(await tablesOf(house)));
    kept.set("log", Buffer.from(log.join("")));
    kept.set("backup", Buffer.from(await plainBackupOf(house)));
    return [...given].flatMap(([token, page]) =>
      [...kept]
        .filter(([, text]) => spellings(token).some((one) => text.includes(one)))
        .map(([place]) => `${page} in ${place}`),
    );
  }

  const follow = async () => {
    for (const [token, page] of given) await house.get(`${page}?token=${token}`, FROM);
  };

  test("no table, file, line of the log or backup holds one before it is followed", async () => {
    await house.sign(clara, {}, FROM);
    expect(await findLinks()).toEqual([]);
    expect(new Set(given.values())).toEqual(new Set(["/confirm", "/nicht-ich"]));
    expect(await tablesOf(house)).toContain(clara.email);
  });

  test("nor once it has been followed, confirmed and signed with again", async () => {
    await follow();
    const { body } = await house.confirm(await house.tokenOf(clara), FROM);
    note([body.personalLink ?? ""]);
    house.clock.forward(60_000);
    await house.sign(clara, {}, FROM);
    expect(await findLinks()).toEqual([]);
    expect([...given.values()]).toContain("/meine-daten");
    expect(await plainBackupOf(house)).toContain(clara.email);
  });

  test("nor after everything is deleted", async () => {
    await house.post("/api/petition/delete", { email: clara.email, confirmDeletion: true }, FROM);
    await noteEmails();
    await follow();
    const erasing = [...given].find(([, page]) => page === "/widerruf")?.[0];
    if (erasing) expect(await house.site.petition.withdrawByLink(erasing)).toEqual({ outcome: "erased" });
    expect(await findLinks()).toEqual([]);
    expect([...given.values()]).toContain(deleteBy === "link" ? "/widerruf" : "/wiederherstellen");
    expect(await tablesOf(house)).not.toContain(clara.email);
    expect(log.join("")).toContain("/api/petition/delete");
  });
});
