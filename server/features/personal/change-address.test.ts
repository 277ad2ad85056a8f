import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { PetitionStats } from "../../../contract/supporters.ts";
import type { ReceiptOutcome } from "../../../contract/transparency.ts";
import { SUPPRESSION_LIFETIME } from "../../../petition/confirmation.ts";
import { ADDRESS_AGAIN_AFTER, NEW_ADDRESS_LIFETIME, OLD_ADDRESS_LIFETIME } from "../../../petition/personal.ts";
import { verifyReceipt } from "../../../petition/transparency/receipt.ts";
import { makeCrypto, sha256Bytes } from "../../platform/crypto/crypto.ts";
import { emailHash } from "../../platform/crypto/links.ts";
import { verifySignature } from "../../platform/crypto/log-keys.ts";
import { ENGINES } from "../../testing/databases.ts";
import { type House, openHouse } from "../../testing/house.ts";
import { crowd, type Person } from "../../testing/people.ts";

const ADMIN_KEY = "key-of-the-administrator-for-tests";
const SECRET_KEY = "the secret key of this test";
const AS_ADMINISTRATOR = { authorization: `Bearer ${ADMIN_KEY}` };
const DONE = "Angefordert.";

interface Row {
  id: string;
  email: string;
  normalised_email: string;
  committed_address: string | null;
  address_asked_at: Date | null;
}

describe.each(ENGINES)("Another address for one's own signature (%s database)", (engine) => {
  let house: House;
  const people = crowd(40, "moving").map((person) => ({ ...person, locale: "de" as const }));
  beforeAll(async () => {
    house = await openHouse(engine, { ADMIN_KEY, SECRET_KEY });
  });
  afterAll(() => house.close());

  const next = (): Person => people.shift() as Person;
  const tokenIn = (link: string) => new URL(link, house.url).searchParams.get("token") ?? "";

  async function signed(): Promise<{ person: Person; own: string; to: string }> {
    const person = next();
    await house.sign(person);
    const { body } = await house.confirm(await house.tokenOf(person));
    house.clock.forward(60_000);
    return { person, own: tokenIn(body.personalLink ?? ""), to: `new.${person.email}` };
  }

  async function post(path: string, fields: Record<string, string>) {
    const body = new URLSearchParams(fields);
    const answer = await fetch(house.url + path, { method: "POST", body, redirect: "manual" });
    return { status: answer.status, page: await answer.text(), headers: answer.headers };
  }
  const ask = (own: string, email: string) => post("/meine-daten", { token: own, intent: "address", email });
  const press = (token: string) => post("/meine-daten/adresse", { token });
  const open = async (token: string) => (await fetch(`${house.url}/meine-daten/adresse?token=${token}`)).text();
  const ownPage = (token: string) => house.site.petition.personalData(token, { language: "de" });
  const ownLinkIn = (page: string) => tokenIn(/href="(\/meine-daten\?token=[\w-]+)"/.exec(page)?.[1] ?? "");

  async function lettersTo(email: string) {
    await house.site.outbox.runDue();
    return house.inbox.of(email);
  }
  const letterTo = async (email: string) => (await lettersTo(email)).at(-1);
  const linkTo = async (email: string) => tokenIn((await letterTo(email))?.links[0] ?? "");
  const rowOf = async (email: string) => (await house.rows<Row>(`select * from signatures where email = '${email}'`))[0];
  const count = async () => (await house.get<PetitionStats>("/api/petition/stats")).body.signatureCount;

  async function receiptOf(own: string) {
    await house.site.publicLog.run();
    await house.site.publicLog.asked();
    const { body } = await house.post<ReceiptOutcome>("/api/petition/receipt", { token: own });
    if (body.outcome !== "receipt") throw new Error(`No receipt: ${body.outcome}`);
    return body;
  }

  test("nothing changes before the new mailbox presses the button; both mailboxes hear of it, without a name or the other's address", async () => {
    const { person, own, to } = await signed();
    const before = await rowOf(person.email);
    const { status, page } = await ask(own, ` ${to} `);
    expect([status, page.includes(DONE), page.includes(to)]).toEqual([200, true, true]);
    const [old, fresh] = [await letterTo(person.email), await letterTo(to)];
    expect(old?.subject).toBe("Bargeld muss bleiben: Deine Unterschrift soll eine neue Adresse bekommen");
    expect(old?.text).toMatch(/seit dem 21\. November 2026, \d\d:\d\d Uhr[\s\S]+Bis 28\. November 2026, \d\d:\d\d Uhr/);
    expect(fresh?.text).toMatch(/bis 22\. November 2026, \d\d:\d\d Uhr/);
    for (const letter of [old, fresh]) expect(`${letter?.text}${letter?.html}`).not.toMatch(/moving|Anna|Bruno/);
    expect(await open(await linkTo(to))).toContain(to);
    expect({ ...(await rowOf(person.email)), address_asked_at: null }).toEqual({ ...before, address_asked_at: null });
    expect(await rowOf(to)).toBeUndefined();
  });

  test("then the same signature belongs to it, counted once, with its number; its receipt holds, and names the address that signed", async () => {
    const { person, own, to } = await signed();
    const [{ id } = { id: "" }, number] = [await rowOf(person.email), await count()];
    const first = await receiptOf(own);
    await ask(own, to);
    const { status, page } = await press(await linkTo(to));
    expect([status, page.includes("Adresse geändert")]).toEqual([200, true]);
    expect(await rowOf(to)).toMatchObject({ id, normalised_email: to, committed_address: person.email });
    expect(await rowOf(person.email)).toBeUndefined();
    expect(await count()).toBe(number);

    const again = await receiptOf(ownLinkIn(page));
    expect([again.number, again.code, again.receipt.opening]).toEqual([first.number, first.code, first.receipt.opening]);
    expect(again.receipt.opening.address).toBe(person.email);
    const tools = { sha256: sha256Bytes, verifySignature };
    expect(await verifyReceipt(tools, again.receipt, [again.receipt.key])).toMatchObject({ fault: null });

    // The old mailbox's links are no way in any more, and none is sent there.
    expect(await ownPage(own)).toEqual({ outcome: "expired" });
    expect((await house.post<ReceiptOutcome>("/api/petition/receipt", { token: own })).body.outcome).toBe("expired");
    const letters = (await lettersTo(person.email)).length;
    await house.post("/api/petition/personal-link", { email: person.email, locale: "de" });
    expect(await lettersTo(person.email)).toHaveLength(letters);
    const file = await house.site.petition.personalFile(ownLinkIn(page), { language: "de" });
    expect("json" in file && file.json).toContain(`"value": "${person.email}"`);
  });

  test("a link that was used says so again, and changes nothing; each works as long as it says", async () => {
    const { person, own, to } = await signed();
    await ask(own, to);
    const [fresh, old] = [await linkTo(to), await linkTo(person.email)];
    await press(fresh);
    const lines = () => house.rows("select * from audit_log where action = 'corrected'");
    const before = await lines();
    expect((await press(fresh)).page).toContain("Adresse geändert");
    expect(await lines()).toEqual(before);
    house.clock.forward(NEW_ADDRESS_LIFETIME);
    expect((await press(fresh)).status).toBe(410);
    house.clock.forward(OLD_ADDRESS_LIFETIME - NEW_ADDRESS_LIFETIME - 60_000);
    expect(await open(old)).toContain("Diese Adresse behalten");
    house.clock.forward(60_000);
    expect((await press(old)).page).toContain("Link abgelaufen");
    expect(await rowOf(to)).toBeDefined();
    for (const wrong of ["", "x", own]) expect((await press(wrong)).status).toBe(404);
  });

  test("who has only the personal link takes nothing over: the old mailbox stops it, and that link opens nothing any more", async () => {
    const { person, own, to } = await signed();
    await ask(own, to);
    const [fresh, old] = [await linkTo(to), await linkTo(person.email)];
    house.clock.forward(60_000);
    expect(await open(old)).toContain(person.email);
    expect(await ownPage(own)).toMatchObject({ outcome: "open" });
    const { page } = await press(old);
    expect(page).toContain("Adresse bleibt");
    expect((await press(fresh)).page).toContain("Diese Änderung wurde aufgehalten");
    expect(await ownPage(own)).toEqual({ outcome: "expired" });
    expect(await ownPage(ownLinkIn(page))).toMatchObject({ data: { email: person.email } });
    // Pressed once more, it does not lock its owner out.
    await press(old);
    expect(await ownPage(ownLinkIn(page))).toMatchObject({ outcome: "open" });
  });

  test("within seven days the old mailbox puts its address back, with the receipt as it was; nobody else gets that right meanwhile", async () => {
    const { person, own, to } = await signed();
    const first = await receiptOf(own);
    await ask(own, to);
    const [old, fresh] = [await linkTo(person.email), await linkTo(to)];
    house.clock.forward(60_000);
    const strangers = ownLinkIn((await press(fresh)).page);
    house.clock.forward(OLD_ADDRESS_LIFETIME - 120_000);
    expect((await ask(strangers, `third.${to}`)).page).toContain("erst 7 Tage nach der letzten Änderung");
    const { page } = await press(old);
    expect(await rowOf(person.email)).toMatchObject({ committed_address: null, address_asked_at: null });
    expect(await ownPage(strangers)).toEqual({ outcome: "expired" });
    expect((await receiptOf(ownLinkIn(page))).receipt.opening).toEqual(first.receipt.opening);
    expect(await lettersTo(`third.${to}`)).toEqual([]);

    house.clock.forward(OLD_ADDRESS_LIFETIME + 1000);
    expect((await ask(ownLinkIn(page), to)).page).toContain(DONE);
  });

  test("a link that was made in the second in which the old mailbox acts opens nothing either", async () => {
    const { person, own, to } = await signed();
    await ask(own, to);
    const [old, fresh] = [await linkTo(person.email), await linkTo(to)];
    await press(fresh);
    house.clock.forward(60_000);
    const latest = ownLinkIn(await open(fresh));
    const { page } = await press(old);
    expect(await ownPage(latest)).toEqual({ outcome: "expired" });
    expect(await ownPage(ownLinkIn(page))).toMatchObject({ outcome: "open" });
  });

  test("a mailbox that has signed, one without e-mails and a new one are answered alike; the first hears that it has signed", async () => {
    const [{ person, own, to }, other, silent] = [await signed(), await signed(), next()];
    const hash = emailHash(makeCrypto([SECRET_KEY]), silent.email);
    const until = new Date(house.clock.now().getTime() + SUPPRESSION_LIFETIME).toISOString();
    await house.rows(`insert into suppressions (email_hash, until, reason) values ('${hash}', '${until}', 'owner')`);
    const pages: string[] = [];
    for (const email of [to, other.person.email, silent.email]) {
      const { page } = await ask(own, email);
      pages.push(/<p[^>]*>(Angefordert[^<]*)/.exec(page)?.[1]?.replace(email, "…") ?? "");
      // Whether an e-mail waits for that mailbox is on nobody's page.
      expect(page).not.toContain("Bestätige deine neue Adresse");
      await house.site.outbox.runDue();
      house.clock.forward(ADDRESS_AGAIN_AFTER);
    }
    expect(pages[0]).toContain(DONE);
    expect(new Set(pages).size).toBe(1);
    expect((await letterTo(other.person.email))?.subject).toBe("Bargeld muss bleiben: Du hast schon unterschrieben");
    expect(await lettersTo(silent.email)).toEqual([]);
    const told = (await lettersTo(person.email)).filter(({ subject }) => subject?.includes("neue Adresse bekommen"));
    expect(told).toHaveLength(3);
    expect(await rowOf(other.person.email)).toBeDefined();
  });

  test("who signs from the new mailbox meanwhile keeps that signature; so does the old mailbox that signs again", async () => {
    const [one, two] = [await signed(), await signed()];
    await ask(one.own, one.to);
    house.clock.forward(60_000);
    await house.signAndConfirm({ ...one.person, email: one.to });
    const link = tokenIn((await lettersTo(one.to)).flatMap(({ links }) => links).find((to) => to.includes("/adresse")) ?? "");
    expect(await open(link)).toContain("Von diesem Postfach gibt es eine eigene Unterschrift");
    expect(await press(link)).toMatchObject({ status: 409 });
    expect(await rowOf(one.person.email)).toBeDefined();

    await ask(two.own, two.to);
    const old = await linkTo(two.person.email);
    await press(await linkTo(two.to));
    await house.signAndConfirm(two.person);
    expect((await press(old)).page).toContain("Von diesem Postfach gibt es eine eigene Unterschrift");
    expect(await rowOf(two.to)).toBeDefined();
  });

  test("another spelling of the mailbox is only written otherwise", async () => {
    const { person, own } = await signed();
    const capitals = person.email.replace("moving", "Moving");
    await ask(own, capitals);
    // Both letters are in it.
    const letter = (await lettersTo(capitals)).find(({ subject }) => subject?.includes("Bestätige deine neue Adresse"));
    const link = tokenIn(letter?.links[0] ?? "");
    expect((await press(link)).status).toBe(200);
    expect(await rowOf(capitals)).toMatchObject({ normalised_email: person.email, committed_address: null });
  });

  test("a fault is one sentence beside what was typed: no address, the present one, one that ends soon, too often", async () => {
    const { person, own, to } = await signed();
    const faults = [
      ["nobody", "fehlt das @"],
      [person.email, "schon die Adresse deiner Unterschrift"],
      ["x@mailinator.com", "gibt es bald nicht mehr"],
    ];
    for (const [typed = "", sentence] of faults) {
      const { status, page } = await ask(own, typed);
      expect([status, page.includes(sentence as string), page.includes(`value="${typed}"`)]).toEqual([400, true, true]);
    }
    expect((await rowOf(person.email))?.address_asked_at).toBeNull();
    await ask(own, to);
    house.clock.forward(ADDRESS_AGAIN_AFTER - 60_000);
    const early = await ask(own, `second.${to}`);
    expect([early.status, early.headers.get("retry-after")]).toEqual([429, "60"]);
    expect(early.page).toContain(`value="second.${to}"`);
    const first = await linkTo(to);
    house.clock.forward(60_000);
    await ask(own, `second.${to}`);
    expect((await press(first)).page).toContain("danach eine andere angefordert");
    expect((await press(await linkTo(`second.${to}`))).status).toBe(200);
  });

  test("what is being checked is not moved; once released, it gets an entry with the present address", async () => {
    const { person, own, to } = await signed();
    await ask(own, to);
    const [{ id } = { id: "" }, link] = [await rowOf(person.email), await linkTo(to)];
    await house.post("/api/admin/quarantine", { signature: id, expected: 1 }, AS_ADMINISTRATOR);
    expect((await press(link)).status).toBe(409);
    house.clock.forward(ADDRESS_AGAIN_AFTER);
    expect((await ask(own, to)).page).toContain("Solange deine Unterschrift geprüft wird");
    await house.post("/api/admin/release", { signature: id, expected: 1 }, AS_ADMINISTRATOR);
    expect((await press(link)).status).toBe(200);
    for (const act of ["quarantine", "release"])
      await house.post(`/api/admin/${act}`, { signature: id, expected: 1 }, AS_ADMINISTRATOR);
    expect(await rowOf(to)).toMatchObject({ committed_address: null });
  });

  test("who was erased is moved by no link; what was brought back opens to no earlier link", async () => {
    const { person, own, to } = await signed();
    await ask(own, to);
    const links = [await linkTo(to), await linkTo(person.email)];
    house.clock.forward(60_000);
    await house.site.petition.withdrawOwn(own, { language: "de" });
    for (const link of links) expect((await press(link)).page).toContain("Keine Unterschrift mehr");
    const wayBack = await linkTo(person.email);
    const visitor = { address: "127.0.0.1", userAgent: null, limited: false, language: "de" } as const;
    const restored = await house.site.petition.restore(wayBack, visitor, house.site.petition.presentTexts("de"));
    expect(await rowOf(person.email)).toBeDefined();
    expect(await ownPage(own)).toEqual({ outcome: "expired" });
    expect((await press(links[0] ?? "")).status).toBe(410);

    const present = tokenIn("personalLink" in restored ? (restored.personalLink ?? "") : "");
    expect((await ask(present, to)).page).toContain("nach dem Zurückholen der Unterschrift");
  });

  test("who moved it, withdrew and brought it back keeps it from the old mailbox no better; the way back leads nowhere then", async () => {
    const { person, own, to } = await signed();
    await ask(own, to);
    const old = await linkTo(person.email);
    const moved = ownLinkIn((await press(await linkTo(to))).page);
    await house.site.petition.withdrawOwn(moved, { language: "de" });
    const wayBack = await linkTo(to);
    const visitor = { address: "127.0.0.1", userAgent: null, limited: false, language: "de" } as const;
    await house.site.petition.restore(wayBack, visitor, house.site.petition.presentTexts("de"));
    expect((await press(old)).page).toContain("Adresse bleibt");
    expect(await rowOf(person.email)).toBeDefined();
    const again = await house.site.petition.restoration(wayBack, visitor);
    expect([again.outcome, "personalLink" in again && again.personalLink]).toEqual(["there", undefined]);
  });

  test("a wish that cannot be told to the old mailbox is not made at all", async () => {
    const { person, own, to } = await signed();
    await house.rows("alter table outbox add constraint broken check (kind <> 'old-address-email')");
    expect((await ask(own, to)).status).toBeGreaterThanOrEqual(500);
    await house.rows("alter table outbox drop constraint broken");
    expect((await rowOf(person.email))?.address_asked_at).toBeNull();
    expect(await lettersTo(to)).toEqual([]);
  });

  test("what could not be sent goes when its link ends", async () => {
    const { own, to } = await signed();
    const waiting = async () => {
      await house.site.tasks.runDue();
      const rows = await house.rows<{ kind: string }>(
        "select kind from outbox where kind like '%-address-email' order by kind",
      );
      return rows.map(({ kind }) => kind);
    };
    await house.site.outbox.stop();
    await ask(own, to);
    expect(await waiting()).toEqual(["new-address-email", "old-address-email"]);
    house.clock.forward(NEW_ADDRESS_LIFETIME);
    expect(await waiting()).toEqual(["old-address-email"]);
    house.clock.forward(OLD_ADDRESS_LIFETIME - NEW_ADDRESS_LIFETIME);
    expect(await waiting()).toEqual([]);
    house.site.outbox.start();
  });

  test.runIf(engine === "server")(
    "of two at once one wins: two changes to one mailbox, a change and a signing, a change and a withdrawal",
    async () => {
      const [one, two, three] = [await signed(), await signed(), await signed()];
      const shared = `shared.${one.to}`;
      await ask(one.own, shared);
      house.clock.forward(ADDRESS_AGAIN_AFTER);
      await ask(two.own, shared);
      await house.site.outbox.runDue();
      const links = house.inbox.of(shared).map(({ links: [link = ""] }) => tokenIn(link));
      house.clock.forward(ADDRESS_AGAIN_AFTER);
      await house.sign({ ...one.person, email: shared });
      const signing = await house.tokenOf({ ...one.person, email: shared });
      const before = await count();
      const [first, second, counted] = await Promise.all([
        press(links[0] ?? ""),
        press(links[1] ?? ""),
        house.confirm(signing),
      ]);
      expect(await house.rows(`select id from signatures where normalised_email = '${shared}'`)).toHaveLength(1);
      const won = [first?.status === 200, second?.status === 200, counted?.status === 200];
      expect(won.filter(Boolean)).toHaveLength(1);
      expect(await count()).toBe(before + (won[2] ? 1 : 0));

      await ask(three.own, three.to);
      const link = await linkTo(three.to);
      await Promise.all([press(link), house.site.petition.withdrawOwn(three.own, { language: "de" })]);
      const left = (await house.rows(`select id from signatures where email like '%${three.person.email}'`)).length;
      expect(await count()).toBe(before + (won[2] ? 1 : 0) - 1 + left);

      // The new mailbox is being counted in another transaction: ours waits for it, and gives way.
      const four = await signed();
      await ask(four.own, four.to);
      const late = await linkTo(four.to);
      const rival = await house.site.database.pool.connect();
      await rival.query("begin");
      await rival.query("insert into signatures (full_name, email, normalised_email) values ('A Rival', $1, $1)", [four.to]);
      const pressing = press(late);
      const waiting = "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
      await expect.poll(() => house.rows(waiting)).toHaveLength(1);
      await rival.query("commit");
      rival.release();
      expect((await pressing).status).toBe(409);
      expect(await rowOf(four.person.email)).toBeDefined();
    },
  );
});
