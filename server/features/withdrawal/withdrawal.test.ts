import { copyFile, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AdminMail } from "../../../contract/administration/operations.ts";
import type { AdminSignatureList } from "../../../contract/administration/signatures.ts";
import type { PetitionStats } from "../../../contract/supporters.ts";
import type { ShownToConsent, WithdrawOutcome } from "../../../contract/withdrawal.ts";
import { LINK_LIFETIME } from "../../../petition/confirmation.ts";
import { TOMBSTONE_LIFETIME } from "../../../petition/erasure.ts";
import { LANGUAGES } from "../../../petition/language.ts";
import { MAIL_COOLDOWN } from "../../../petition/signing.ts";
import { MANY_DELETIONS } from "../../../petition/suspicion.ts";
import { committedText } from "../../../petition/transparency/receipt.ts";
import { DELETION_LINK_LIFETIME, RESTORE_LIFETIME } from "../../../petition/withdrawal.ts";
import { openingOf } from "../../platform/crypto/commitment.ts";
import { sha256 } from "../../platform/crypto/crypto.ts";
import { clockAt } from "../../testing/clock.ts";
import { ENGINES } from "../../testing/databases.ts";
import { type Answer, type AnyOf, type House, NOON, openHouse } from "../../testing/house.ts";
import { filesIn, tablesOf } from "../../testing/kept.ts";
import { anna, bruno, clara, dieter, ewa, type Person } from "../../testing/people.ts";
import { openSheetsService } from "../../testing/sheets-service.ts";
import { PAUSE } from "../spreadsheet/copy.ts";

const HOUR = 60 * 60_000;
const FAR_AWAY = { "x-forwarded-for": "203.0.113.77" };
const OF_ANNA = new RegExp(`${anna.fullName}|Anna Bergmueller|${anna.email}|bergmueller|203\\.0\\.113\\.77`, "i");

const withdraw = (house: House, email: string, headers?: Record<string, string>): Promise<Answer<AnyOf<WithdrawOutcome>>> =>
  house.post("/api/petition/delete", { email, confirmDeletion: true }, headers);

interface Kept {
  id: string;
  signature_hash: string;
  signature_salt: string;
}

const countOf = async (house: House) => (await house.get<PetitionStats>("/api/petition/stats")).body.signatureCount;

async function linkTo(house: House, person: Person, path: string): Promise<string | null> {
  await house.site.outbox.runDue();
  const link = house.inbox
    .of(person.email)
    .flatMap(({ links }) => links)
    .findLast((one) => one.includes(`${path}?token=`));
  return link ? new URL(link).searchParams.get("token") : null;
}

const restoreTokenOf = async (house: House, person: Person) => (await linkTo(house, person, "/wiederherstellen")) ?? "";
const visitor = { address: "127.0.0.1", userAgent: null, limited: false, language: "de" as const };
const restore = (house: House, token: string, shown: ShownToConsent = house.site.petition.presentTexts("de")) =>
  house.site.petition.restore(token, visitor, shown);
const restoration = (house: House, token: string) => house.site.petition.restoration(token, visitor);

describe.each(ENGINES)("Withdrawing (%s database)", (engine) => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse(engine, {}, { parallel: true });
  });
  afterAll(() => house.close());

  test("whoever deletes in the browser they signed in is not told there any more what is left to do", async () => {
    const person = { ...ewa, email: "shared@example.org" };
    const { headers } = await house.sign(person);
    const cookie = (headers.get("set-cookie") ?? "").split(";")[0] ?? "";
    const erased = await withdraw(house, person.email, { cookie });
    expect(erased.headers.get("set-cookie")).toMatch(/^signed=;.*Expires=Thu, 01 Jan 1970/);
    expect((await withdraw(house, "niemand@example.org")).headers.get("set-cookie")).toBeNull();
  });

  test("Anna withdraws: she is gone at once, the number falls, an e-mail tells her", async () => {
    await house.signAndConfirm(anna);
    await house.signAndConfirm(bruno);
    expect(await countOf(house)).toBe(2);
    const { status, body } = await withdraw(house, ` ${anna.email.toUpperCase()} `);
    expect(status).toBe(200);
    expect(body.message).toMatch(/gelöscht/);
    expect(await countOf(house)).toBe(1);
    expect(await house.rows(`select id from signatures where email = '${anna.email}'`)).toEqual([]);
    await house.site.outbox.runDue();
    const letter = house.inbox.of(anna.email).at(-1);
    expect(letter?.subject).toBe("Bargeld muss bleiben: Deine Daten sind gelöscht");
    expect(letter?.links.map((link) => new URL(link).pathname)).toEqual(["/wiederherstellen"]);
    expect(`${letter?.text}${letter?.html}`).not.toMatch(/Bergmüller/);
    expect(await house.rows("select * from outbox")).toEqual([]);
  });

  test("her confirmation link says that nobody knows it, until its end; then that it has expired", async () => {
    const token = await house.tokenOf(anna);
    expect((await house.confirm(token)).status).toBe(404);
    house.clock.forward(LINK_LIFETIME);
    expect((await house.confirm(token)).status).toBe(410);
  });

  test("Dieter takes it back: the old id, times and appeal, consented to anew, counted again; a second press changes nothing", async () => {
    await house.signAndConfirm(dieter);
    // He had signed an appeal of other words, under another consent.
    await house.rows(
      `update signatures set consent_version = 'old', policy_version = 'old', petition_version = '${sha256("old")}'
        where email = '${dieter.email}'`,
    );
    const [before] = await house.rows<Kept>(`select * from signatures where email = '${dieter.email}'`);
    const count = await countOf(house);
    await withdraw(house, dieter.email);
    const token = await restoreTokenOf(house, dieter);
    expect(await restoration(house, token)).toMatchObject({
      outcome: "open",
      entries: [{ fullName: dieter.fullName, visibility: dieter.visibility }],
    });
    expect(await countOf(house)).toBe(count - 1);

    const { consentVersion, policyVersion } = house.site.petition.presentTexts("de");
    const open = await restoration(house, token);
    expect(open).toMatchObject({ isConfirmed: true, texts: { consentVersion, policyVersion } });
    for (const shown of [
      { consentVersion: "", policyVersion: "" },
      { consentVersion: "old", policyVersion },
      { consentVersion, policyVersion: "old" },
    ])
      expect(await restore(house, token, shown)).toEqual({ ...open, changed: true });
    expect(await countOf(house)).toBe(count - 1);

    const restored = await restore(house, token);
    expect(restored).toMatchObject({ outcome: "restored" });
    expect(await countOf(house)).toBe(count);
    const [after] = await house.rows<Kept>(`select * from signatures where email = '${dieter.email}'`);
    const { signature_hash: hash = "", signature_salt: salt = "" } = after ?? {};
    expect(after).toEqual({
      ...before,
      ...{ ip_address: null, user_agent: null, seconds_to_confirm: null, restorations: 1 },
      ...{ consent_version: consentVersion, policy_version: policyVersion, gdpr_consent_timestamp: house.clock.now() },
      ...{ signature_hash: hash, signature_salt: salt, list_key: expect.any(String), links_since: house.clock.now() },
    });
    expect(salt).not.toBe(before?.signature_salt);
    const committed = { id: before?.id ?? "", normalisedEmail: dieter.email, consentVersion, petitionVersion: sha256("old") };
    expect(hash).toBe(sha256(committedText(openingOf(committed, salt))));
    expect(await restore(house, token)).toMatchObject({ outcome: "there" });
    expect(await restoration(house, token)).toMatchObject({ outcome: "there" });
    expect(await countOf(house)).toBe(count);
    expect(await house.rows(`select * from erased_signatures where id_hash = '${sha256(before?.id ?? "")}'`)).toEqual([]);
  });

  test("a link that was used does not bring back what was erased once more; the newer one does", async () => {
    const used = await restoreTokenOf(house, dieter);
    await withdraw(house, dieter.email);
    expect(await restoration(house, used)).toEqual({ outcome: "used" });
    expect(await restore(house, used)).toEqual({ outcome: "used" });
    const newer = await restoreTokenOf(house, dieter);
    expect(newer).not.toBe(used);
    expect(await restore(house, newer)).toMatchObject({ outcome: "restored" });
  });

  test("two presses at once count once", async () => {
    const before = await countOf(house);
    await withdraw(house, dieter.email);
    const token = await restoreTokenOf(house, dieter);
    const outcomes = await Promise.all([restore(house, token), restore(house, token)]);
    expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(["restored", "there"]);
    expect(await countOf(house)).toBe(before);
  });

  test("two requests at once take one away", async () => {
    const before = await countOf(house);
    await Promise.all([withdraw(house, dieter.email), withdraw(house, dieter.email)]);
    expect(await countOf(house)).toBe(before - 1);
  });

  test("Clara has signed anew: the old link says so and changes nothing", async () => {
    await house.signAndConfirm(clara);
    await withdraw(house, clara.email);
    const token = await restoreTokenOf(house, clara);
    await house.signAndConfirm({ ...clara, fullName: "Clara Anders" });
    const count = await countOf(house);
    expect(await restoration(house, token)).toEqual({ outcome: "signed-anew" });
    expect(await restore(house, token)).toEqual({ outcome: "signed-anew" });
    expect(await countOf(house)).toBe(count);
    expect(await house.rows(`select full_name from signatures where email = '${clara.email}'`)).toEqual([
      { full_name: "Clara Anders" },
    ]);
  });

  test("a restore link works for a week; one that is cut, changed or invented never", async () => {
    await house.signAndConfirm(ewa);
    await withdraw(house, ewa.email);
    const token = await restoreTokenOf(house, ewa);
    const changed = token.slice(0, 40) + (token[40] === "A" ? "B" : "A") + token.slice(41);
    for (const wrong of ["", "x", token.slice(0, -8), token.slice(8), changed, `${token}AAAA`, await house.tokenOf(anna)])
      expect(await restore(house, wrong)).toEqual({ outcome: "unknown" });
    expect(await restoration(house, ` <${token}>. `)).toMatchObject({ outcome: "open" });
    house.clock.forward(RESTORE_LIFETIME - 1);
    expect(await restoration(house, token)).toMatchObject({ outcome: "open" });
    house.clock.forward(1);
    expect(await restoration(house, token)).toEqual({ outcome: "expired" });
    expect(await restore(house, token)).toEqual({ outcome: "expired" });
  });

  test("a stranger deletes what waits for confirmation: its link is gone, the e-mail brings it back, consented to, confirmed and counted", async () => {
    const person = { ...anna, email: "waits@example.org" };
    await house.sign(person);
    const token = await house.tokenOf(person);
    await withdraw(house, person.email);
    expect(await house.rows(`select * from pending_confirmations where email = '${person.email}'`)).toEqual([]);
    expect((await house.confirm(token)).status).toBe(404);
    const back = await restoreTokenOf(house, person);
    expect(house.inbox.of(person.email)).toHaveLength(2);
    expect(house.inbox.of(person.email)[1]?.text).toMatch(/bestätigen/);

    const before = await countOf(house);
    const open = await restoration(house, back);
    expect(open).toMatchObject({ outcome: "open", entries: [{ fullName: person.fullName, visibility: "public" }] });
    const { consentVersion, petitionVersion, policyVersion } = house.site.petition.presentTexts("de");
    expect(open).toMatchObject({ isConfirmed: false, texts: { consentVersion, policyVersion } });
    expect(await restore(house, back, { consentVersion: sha256("old"), policyVersion })).toEqual({ ...open, changed: true });
    expect(await restore(house, back, { consentVersion: "", policyVersion: "" })).toEqual({ ...open, changed: true });
    expect(await countOf(house)).toBe(before);
    expect((await house.confirm(token)).status).toBe(404);

    house.clock.forward(3 * LINK_LIFETIME);
    const pressed = house.clock.now();
    expect(await restore(house, back)).toMatchObject({
      outcome: "confirmed",
      personalLink: expect.stringContaining("?"),
    });
    expect(await countOf(house)).toBe(before + 1);
    expect(await house.rows(`select * from signatures where email = '${person.email}'`)).toMatchObject([
      {
        full_name: person.fullName,
        confirmed_at: pressed,
        gdpr_consent_timestamp: pressed,
        consent_version: consentVersion,
        petition_version: petitionVersion,
        policy_version: policyVersion,
        ip_address: null,
        user_agent: null,
        quarantined_at: null,
        restorations: 0,
      },
    ]);
    expect((await house.confirm(token)).body).toMatchObject({ success: false, error: "already_confirmed" });
    expect(await restore(house, back)).toMatchObject({ outcome: "there" });
    expect(await countOf(house)).toBe(before + 1);
  });

  test("what came back so is erased once more: the first link is used, the newer one brings the signature back", async () => {
    const person = { ...anna, email: "waits@example.org" };
    const first = await restoreTokenOf(house, person);
    await withdraw(house, person.email);
    const second = await restoreTokenOf(house, person);
    expect(second).not.toBe(first);
    expect(await restoration(house, first)).toEqual({ outcome: "used" });
    expect(await restore(house, first)).toEqual({ outcome: "used" });
    expect(await restore(house, second)).toMatchObject({ outcome: "restored" });
    expect(await restoration(house, first)).toMatchObject({ outcome: "there" });
  });

  test("a stranger enters Ewa's address, too, and deletes both: the page offers each, hers first, and without a script she chooses", async () => {
    const person = { ...ewa, email: "several@example.org", visibility: "private" as const };
    await house.sign(person);
    const first = await house.tokenOf(person);
    house.clock.forward(60_000);
    await house.sign({ ...person, fullName: "A Stranger", visibility: "public", locale: "de" });
    const second = await house.tokenOf(person);
    await withdraw(house, person.email);
    const token = await restoreTokenOf(house, person);

    const page = `${house.url}/wiederherstellen`;
    const offered = await (await fetch(`${page}?lang=de&amp;token=${token}?utm_source=mail`)).text();
    const names = [...offered.matchAll(/name="entry".*?<bdi>(.*?)<\/bdi>/gs)].map(([, name]) => name);
    expect(names).toEqual([person.fullName, "A Stranger"]);

    const { consentVersion, policyVersion } = house.site.petition.presentTexts("de");
    const press = (fields: Record<string, string>) =>
      fetch(page, {
        method: "POST",
        headers: { origin: house.url },
        body: new URLSearchParams({ token: `3D${token}`, consentVersion, policyVersion, ...fields }),
      });
    const changed = await (await press({ entry: "1", policyVersion: "old" })).text();
    expect(/<input[^>]*name="entry"[^>]*checked[^>]*>/.exec(changed)?.[0]).toContain('value="1"');
    expect((await press({ entry: "0" })).status).toBe(200);
    expect(await house.rows(`select full_name, visibility, locale from signatures where email = '${person.email}'`)).toEqual([
      { full_name: person.fullName, visibility: "private", locale: "pl" },
    ]);
    for (const one of [first, second]) expect((await house.confirm(one)).body.error).toBe("already_confirmed");
    const again = { consentVersion, policyVersion, entry: 1 };
    expect(await restore(house, token, again)).toMatchObject({ outcome: "there" });
  });

  test("another entry than the first comes back if it is chosen; one that was not offered never", async () => {
    const person = { ...ewa, email: "chosen@example.org" };
    await house.sign(person);
    house.clock.forward(60_000);
    await house.sign({ ...person, fullName: "Second Entry" });
    await withdraw(house, person.email);
    const token = await restoreTokenOf(house, person);
    const { consentVersion, policyVersion } = house.site.petition.presentTexts("de");
    const shown = { consentVersion, policyVersion: "old" };
    for (const entry of [-1, 2, 0.5, Number.NaN])
      expect(await restore(house, token, { ...shown, entry })).toMatchObject({ outcome: "open", chosen: 0 });
    expect(await restore(house, token, { consentVersion, policyVersion, entry: 1 })).toMatchObject({ outcome: "confirmed" });
    expect(await house.rows(`select full_name from signatures where email = '${person.email}'`)).toEqual([
      { full_name: "Second Entry" },
    ]);
  });

  test("two presses at once count once; nothing comes back over a newer signature, and a newer link is confirmed then", async () => {
    const person = { ...anna, email: "twice@example.org" };
    await house.sign(person);
    await withdraw(house, person.email);
    const back = await restoreTokenOf(house, person);
    house.clock.forward(60_000);
    await house.sign({ ...person, fullName: "Anna Anders" });
    const newer = await house.tokenOf(person);
    const before = await countOf(house);
    const outcomes = await Promise.all([restore(house, back), restore(house, back)]);
    expect(outcomes.map(({ outcome }) => outcome).sort()).toEqual(["confirmed", "there"]);
    expect((await house.confirm(newer)).body.error).toBe("already_confirmed");
    expect(await countOf(house)).toBe(before + 1);

    const other = { ...anna, email: "other-anna@example.org" };
    await house.sign(other);
    await withdraw(house, other.email);
    const old = await restoreTokenOf(house, other);
    house.clock.forward(60_000);
    await house.signAndConfirm({ ...other, fullName: "Anna Anders" });
    expect(await restore(house, old)).toEqual({ outcome: "signed-anew" });
  });

  test("while the petition is paused, what its own link could still confirm comes back, and nothing later", async () => {
    const [person, late] = [
      { ...anna, email: "paused@example.org" },
      { ...anna, email: "paused-late@example.org" },
    ];
    for (const one of [person, late]) {
      await house.sign(one);
      await withdraw(house, one.email);
    }
    await house.rows("insert into collection (id, status, since) values (1, 'paused', now())");
    await house.restart();
    expect(await restore(house, await restoreTokenOf(house, person))).toMatchObject({ outcome: "confirmed" });
    house.clock.forward(LINK_LIFETIME);
    const before = await countOf(house);
    expect(await restore(house, await restoreTokenOf(house, late))).toMatchObject({ outcome: "not-collecting" });
    expect(await countOf(house)).toBe(before);
    await house.rows("delete from collection");
    await house.restart();
    expect(await restore(house, await restoreTokenOf(house, late))).toMatchObject({ outcome: "confirmed" });
  });

  test("what could not be confirmed any more has no way back", async () => {
    const person = { ...anna, email: "too-late@example.org" };
    await house.sign(person);
    await house.site.outbox.runDue();
    house.clock.forward(LINK_LIFETIME);
    await withdraw(house, person.email);
    await house.site.outbox.runDue();
    const [link] = house.inbox.of(person.email).at(-1)?.links ?? [];
    expect(new URL(link ?? "").pathname).toBe("/datenschutz");
  });

  test("another spelling of the mailbox is the same mailbox; the e-mail goes where the signature says", async () => {
    const person = { ...anna, email: "Max.Muster@gmail.com" };
    await house.signAndConfirm(person);
    const before = await countOf(house);
    await withdraw(house, "maxmuster+x@googlemail.com");
    expect(await countOf(house)).toBe(before - 1);
    expect(await restoreTokenOf(house, person)).not.toBe("");
  });

  test("an address that nobody signed with gets the same answer and no e-mail", async () => {
    await house.signAndConfirm({ ...anna, email: "known@example.org" });
    await house.sign({ ...anna, email: "pending@example.org" });
    await house.site.outbox.runDue();
    const answers: Answer<AnyOf<WithdrawOutcome>>[] = [];
    for (const email of ["known@example.org", "pending@example.org", "unknown@example.org", "known@example.org"])
      answers.push(await withdraw(house, email));
    const seen = answers.map(({ status, body, headers }) => ({ status, body, headers: [...headers.keys()].sort() }));
    for (const one of seen) expect(one).toEqual(seen[0]);
    await house.site.outbox.runDue();
    expect(house.inbox.of("unknown@example.org")).toEqual([]);
    expect(house.inbox.of("known@example.org")).toHaveLength(2);
  });

  test("the deletion e-mail goes at once, and a minute after signing the address can sign anew", async () => {
    const person = { ...anna, email: "at-once@example.org" };
    await house.sign(person);
    await house.confirm(await house.tokenOf(person));
    await withdraw(house, person.email);
    await house.site.outbox.runDue();
    house.clock.forward(60_000);
    await house.sign(person);
    await house.site.outbox.runDue();
    expect(house.inbox.of(person.email).map(({ subject }) => subject)).toEqual([
      "Bargeld muss bleiben: Bitte bestätige deine Unterschrift",
      "Bargeld muss bleiben: Deine Daten sind gelöscht",
      "Bargeld muss bleiben: Bitte bestätige deine Unterschrift",
    ]);
  });

  test("a quarantined signature was not counted: erasing and restoring it changes no number, and leads neither out nor back to its name", async () => {
    const person = { ...anna, email: "quarantined@example.org" };
    await house.signAndConfirm(person);
    await house.rows(`update signatures set quarantined_at = now(), name_hidden_at = now() where email = '${person.email}'`);
    await house.restart();
    const before = await countOf(house);
    await withdraw(house, person.email);
    expect(await restore(house, await restoreTokenOf(house, person))).toMatchObject({ outcome: "restored" });
    expect(await countOf(house)).toBe(before);
    const [restored] = await house.rows(
      `select quarantined_at is null as free, name_hidden_at is null as named from signatures where email = '${person.email}'`,
    );
    expect(restored).toEqual({ free: false, named: false });
  });

  test.each([
    [{}, ["email", "confirmDeletion"]],
    [{ email: "anna", confirmDeletion: true }, ["email"]],
    [{ email: ["a@b.de"], confirmDeletion: true }, ["email"]],
    [{ email: "anna@gmx.de" }, ["confirmDeletion"]],
    [{ email: "anna@gmx.de", confirmDeletion: "true" }, ["confirmDeletion"]],
    [{ email: "anna@gmx.de", confirmDeletion: true, locale: "xx" }, []],
    ["[]", []],
    ["null", []],
    ["{", undefined],
  ])("%j is refused with a sentence beside each field", async (posted, fields) => {
    const { status, body } = await house.post<AnyOf<WithdrawOutcome>>("/api/petition/delete", posted);
    expect(status).toBe(400);
    expect(body.errors?.map(({ field }) => field)).toEqual(fields);
    expect(body.message).toMatch(/\p{L}{3}/u);
    const sentences = {
      email: "Bitte geben Sie eine gültige E-Mail-Adresse ein.",
      confirmDeletion: "Sie müssen die Löschung bestätigen.",
    };
    for (const { field, message } of body.errors ?? []) expect(message).toBe(sentences[field]);
  });

  test("the answer is in the language that was asked for", async () => {
    const said = await Promise.all(
      LANGUAGES.map(async (locale) => {
        const answer = { email: "nobody@example.org", confirmDeletion: true, locale };
        return (await house.post<AnyOf<WithdrawOutcome>>("/api/petition/delete", answer)).body.message;
      }),
    );
    expect(new Set(said).size).toBe(LANGUAGES.length);
  });

  test("the number, the blocks of the list and the rows agree", async () => {
    const [sums] = await house.rows<{ number: number; blocks: number; rows: number }>(`
      select (select count from signature_count)::int as number, (select sum(count) from supporter_blocks)::int as blocks,
        (select count(*) from signatures where quarantined_at is null)::int as rows`);
    expect(sums?.number).toBe(sums?.rows);
    expect(sums?.blocks).toBe(sums?.rows);
  });
});

describe("Nothing of the person is left", () => {
  test("Anna does everything, then withdraws: no table, no log, no file of ours, no spreadsheet knows her", async () => {
    const log: string[] = [];
    const clock = clockAt(NOON);
    const sheets = await openSheetsService(clock);
    const settings = { TRUST_PROXY: "loopback", ADMIN_KEY: "the-key-of-the-administration", ...sheets.settings };
    const house = await openHouse("embedded", settings, { clock, log: (line) => log.push(line) });
    const asAdministrator = { authorization: `Bearer ${settings.ADMIN_KEY}` };
    try {
      await house.sign(anna, {}, FAR_AWAY);
      house.clock.forward(60_000);
      await house.post("/api/petition/resend", { email: anna.email }, FAR_AWAY);
      await house.sign({ ...anna, fullName: "Anna Bergmueller" }, {}, FAR_AWAY);
      house.clock.forward(60_000);
      await house.sign({ ...anna, fullName: "Anna Bergmueller" }, {}, FAR_AWAY);
      const { body } = await house.confirm(await house.tokenOf(anna), FAR_AWAY);
      const personal = new URL(body.personalLink ?? "", house.url).searchParams.get("token") ?? "";
      expect(
        await house.site.petition.correct(personal, { fullName: anna.fullName, visibility: "private" }, { language: "de" }),
      ).toMatchObject({
        outcome: "changed",
      });
      house.clock.forward(60_000);
      await house.sign(anna, {}, FAR_AWAY);
      expect(await tablesOf(house)).toMatch(OF_ANNA);
      await house.site.spreadsheet?.runDue();
      expect(JSON.stringify(sheets.copied())).toMatch(OF_ANNA);
      const found = await house.get("/api/admin/signatures?search=bergm", asAdministrator);
      expect(JSON.stringify(found.body)).toMatch(OF_ANNA);
      expect((await house.get("/api/admin/export", asAdministrator)).body).toMatch(OF_ANNA);
      await house.rows("update signatures set seconds_to_confirm = 2");
      await house.site.tasks.runDue();
      const [suspicious] = (await house.get<AdminSignatureList>("/api/admin/signatures?state=suspicious", asAdministrator)).body
        .signatures;
      expect(suspicious?.email).toBe(anna.email);
      const hiding = await house.post(`/api/admin/signatures/${suspicious?.id}/name`, { hidden: true }, asAdministrator);
      const moving = await house.post("/api/admin/quarantine", { search: "bergm", expected: 1 }, asAdministrator);
      expect([hiding.status, moving.status]).toEqual([200, 200]);
      expect(JSON.stringify(await house.rows("select * from audit_log"))).not.toMatch(OF_ANNA);
      house.clock.forward(PAUSE);
      expect(JSON.stringify(sheets.rows)).toMatch(OF_ANNA);
      await withdraw(house, anna.email, FAR_AWAY);
      // Also while the e-mail still waits: it travels encrypted.
      expect(await tablesOf(house)).not.toMatch(OF_ANNA);
      // The spreadsheet is told at once: nobody looks, and its clock stands still.
      await expect.poll(() => JSON.stringify(sheets.rows)).not.toMatch(OF_ANNA);
      await house.site.outbox.runDue();
      expect(await tablesOf(house)).not.toMatch(OF_ANNA);
      expect(sheets.copied()).toEqual([]);
      // When we last wrote to the mailbox stays for its day, under a keyed hash.
      expect(await house.rows("select * from mail_cooldowns")).toHaveLength(1);
      house.clock.forward(MAIL_COOLDOWN.day);
      await house.site.tasks.runDue();
      expect(await house.rows("select * from mail_cooldowns")).toEqual([]);
      const audit = await house.rows<{ entity_id: string; action: string }>(
        "select entity_id, action from audit_log where entity_type <> 'administration'",
      );
      expect(audit).toMatchObject([{ action: "erased" }]);
      expect(audit[0]?.entity_id).toMatch(/^[0-9a-f]{64}$/);

      await house.site.database.maintain();
      await house.site.close();
      expect(log.join("")).not.toMatch(OF_ANNA);
      for (const [path, bytes] of await filesIn(house.dataFolder)) expect(bytes.toString("utf8"), path).not.toMatch(OF_ANNA);
    } finally {
      await house.restart();
      await house.close();
      await sheets.close();
    }
  });

  test("the mail server refuses Anna's way back: it is kept sealed, can be sent again until the link ends, and goes then", async () => {
    const house = await openHouse("server", { ADMIN_KEY: "the-key-of-the-administration" });
    const asAdministrator = { authorization: "Bearer the-key-of-the-administration" };
    const sendAgain = async () =>
      (await fetch(`${house.url}/api/admin/mail/retry`, { method: "POST", headers: asAdministrator })).status;
    try {
      await house.signAndConfirm(anna);
      house.inbox.refuseWith(550);
      await withdraw(house, anna.email);
      await house.site.outbox.runDue();
      house.clock.forward(3 * LINK_LIFETIME);
      expect(await house.site.outbox.runDue()).toBe(0);
      expect((await house.get<AdminMail>("/api/admin/mail", asAdministrator)).body).toMatchObject({
        waiting: 0,
        failed: [{ kind: "erased-email", email: null, attempts: 1 }],
      });
      expect(await tablesOf(house)).not.toMatch(OF_ANNA);
      house.inbox.refuseWith(null);
      expect(await sendAgain()).toBe(200);
      expect(await restore(house, await restoreTokenOf(house, anna))).toMatchObject({ outcome: "restored" });

      house.inbox.refuseWith(550);
      await withdraw(house, anna.email);
      await house.site.outbox.runDue();
      house.clock.forward(RESTORE_LIFETIME - 1);
      await house.site.tasks.runDue();
      expect(await house.rows("select kind from outbox where payload is not null")).toEqual([{ kind: "erased-email" }]);
      house.clock.forward(5 * 60_000);
      await house.site.tasks.runDue();
      expect(await house.rows("select * from outbox")).toEqual([]);
    } finally {
      await house.close();
    }
  });

  test("the mail server is away for six days: Anna's way back is tried every few hours, arrives, and works", async () => {
    const house = await openHouse("server");
    try {
      await house.signAndConfirm(anna);
      house.inbox.refuseWith(451);
      await withdraw(house, anna.email);
      const end = house.clock.now().getTime() + RESTORE_LIFETIME - LINK_LIFETIME;
      let attempts = 0;
      for (; house.clock.now().getTime() < end; house.clock.forward(30 * 60_000)) attempts += await house.site.outbox.runDue();
      expect(attempts).toBeGreaterThan(20);
      expect(attempts).toBeLessThan(60);
      house.inbox.refuseWith(null);
      house.clock.forward(4 * 60 * 60_000);
      expect(await restore(house, await restoreTokenOf(house, anna))).toMatchObject({ outcome: "restored" });
      expect(await house.rows("select * from outbox")).toEqual([]);
    } finally {
      await house.close();
    }
  });
});

describe("An old backup", () => {
  test("brings back what was erased: the next start erases it again, says so, and does it for thirty days", async () => {
    const house = await openHouse("server");
    try {
      await house.signAndConfirm(anna);
      await house.signAndConfirm(bruno);
      const [backup] = await house.rows<{ row: string }>(
        `select to_json(signatures)::text as row from signatures where email = '${anna.email}'`,
      );
      const { search_text: _derived, ...row } = JSON.parse(backup?.row ?? "{}");
      const columns = Object.keys(row).join(", ");
      const bringBack = () =>
        house.site.database.pool.query(
          `insert into signatures (${columns}) select ${columns} from json_populate_record(null::signatures, $1)`,
          [row],
        );
      await withdraw(house, anna.email);
      const file = join(house.dataFolder, "erased-signatures");

      await house.rows("delete from erased_signatures");
      await bringBack();
      await house.restart();
      expect(house.site.erasedAgain).toBe(1);
      expect(await house.rows("select email from signatures")).toEqual([{ email: bruno.email }]);
      expect(await countOf(house)).toBe(1);
      expect(await readFile(file, "utf8")).toContain(`2026-11-21 ${sha256(row.id)} 0`);
      expect(await readFile(file, "utf8")).not.toMatch(OF_ANNA);

      // Restoring works as before, and from then on nothing erases it.
      expect(await restore(house, await restoreTokenOf(house, anna))).toMatchObject({ outcome: "restored" });
      await house.restart();
      expect(house.site.erasedAgain).toBe(0);
      expect(await countOf(house)).toBe(2);
      expect(await readFile(file, "utf8")).not.toContain(sha256(row.id));

      await withdraw(house, anna.email);
      house.clock.forward(TOMBSTONE_LIFETIME - HOUR);
      await house.site.tasks.runDue();
      await bringBack();
      await house.restart();
      expect(house.site.erasedAgain).toBe(1);
      const draft = `${file}.of-a-killed-process`;
      await copyFile(file, draft);
      house.clock.forward(HOUR + LINK_LIFETIME);
      await house.site.tasks.runDue();
      await expect(readFile(draft)).rejects.toThrow("ENOENT");
      expect(await house.rows("select * from erased_signatures")).toEqual([]);
      await house.restart();
      expect(await readFile(file, "utf8")).not.toContain(sha256(row.id));
    } finally {
      await house.close();
    }
  });
});

describe("With DELETE_BY=link", () => {
  let house: House;
  beforeAll(async () => {
    house = await openHouse("server", { DELETE_BY: "link" });
  });
  afterAll(() => house.close());

  test("a request erases nothing, it sends a link; its button erases, once, for good", async () => {
    await house.signAndConfirm(anna);
    const answer = await withdraw(house, anna.email);
    expect(answer.body.message).toMatch(/Link/);
    expect(answer.body).toEqual((await withdraw(house, "nobody@example.org")).body);
    expect(await countOf(house)).toBe(1);
    const token = (await linkTo(house, anna, "/widerruf")) ?? "";
    const { petition } = house.site;
    expect(await petition.deletionLink(token)).toEqual({ outcome: "open" });
    expect(await countOf(house)).toBe(1);
    expect(await petition.withdrawByLink(token)).toEqual({ outcome: "erased" });
    expect(await countOf(house)).toBe(0);
    expect(await petition.withdrawByLink(token)).toEqual({ outcome: "nothing" });
    expect(await petition.deletionLink(token)).toEqual({ outcome: "nothing" });
    expect(await restoreTokenOf(house, anna)).toBe("");
    expect(house.inbox.of(anna.email).at(-1)?.subject).toBe("Bargeld muss bleiben: Deine Daten sind gelöscht");
    for (const { text, html } of house.inbox.of(anna.email)) expect(`${text}${html}`).not.toMatch(/Bergmüller/);
    expect(await tablesOf(house)).not.toMatch(OF_ANNA);
    expect(await petition.withdrawByLink("x")).toEqual({ outcome: "unknown" });
  });

  test("the link works for a day, and nobody is bombed with links", async () => {
    await house.signAndConfirm(bruno);
    for (let times = 0; times < 3; times++) await withdraw(house, bruno.email);
    await house.site.outbox.runDue();
    expect(house.inbox.of(bruno.email)).toHaveLength(2);
    const token = (await linkTo(house, bruno, "/widerruf")) ?? "";
    house.clock.forward(DELETION_LINK_LIFETIME - 60_000);
    expect(await house.site.petition.deletionLink(token)).not.toEqual({ outcome: "expired" });
    house.clock.forward(60_000);
    expect(await house.site.petition.deletionLink(token)).toEqual({ outcome: "expired" });
    expect(await house.site.petition.withdrawByLink(token)).toEqual({ outcome: "expired" });
    expect(await countOf(house)).toBe(1);
  });

  test("a robot asked for links to Clara's address before she signed: her own link comes all the same", async () => {
    for (let times = 0; times < MAIL_COOLDOWN.perDay; times++) {
      await withdraw(house, clara.email);
      house.clock.forward(MAIL_COOLDOWN.gap);
    }
    await house.signAndConfirm(clara);
    await withdraw(house, clara.email);
    expect(await linkTo(house, clara, "/widerruf")).toBeTruthy();
  });
});

test("a network that asks too often is told when to come back; many deletions from one network are suspicious", async () => {
  const house = await openHouse("server", { TRUST_PROXY: "loopback", DELETE_RATE_LIMIT: `${MANY_DELETIONS.counts[0] + 2}/1h` });
  try {
    for (let times = 0; times < MANY_DELETIONS.counts[0] + 2; times++)
      expect((await withdraw(house, `a${times}@example.org`, FAR_AWAY)).status).toBe(200);
    const tooMany = await withdraw(house, "one.more@example.org", FAR_AWAY);
    expect(tooMany.status).toBe(429);
    expect(Number(tooMany.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(tooMany.body.message).toMatch(/Versuche/);
    expect((await withdraw(house, "other@example.org", { "x-forwarded-for": "198.51.100.1" })).status).toBe(200);
    expect(await house.rows("select kind from suspicions")).toEqual([{ kind: "deletions" }]);
  } finally {
    await house.close();
  }
});
