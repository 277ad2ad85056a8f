import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AdminStats } from "../../../contract/administration/signatures.ts";
import type { PersonalData } from "../../../contract/personal.ts";
import type { LatestSupporter, PetitionStats } from "../../../contract/supporters.ts";
import { PERSONAL_ACTS, PERSONAL_LINK_LIFETIME } from "../../../petition/personal.ts";
import { committedText } from "../../../petition/transparency/receipt.ts";
import { openingOf } from "../../platform/crypto/commitment.ts";
import { sha256 } from "../../platform/crypto/crypto.ts";
import { ENGINES } from "../../testing/databases.ts";
import { type House, openHouse } from "../../testing/house.ts";
import { anna, bruno, clara, dieter, ewa, type Person } from "../../testing/people.ts";

const ADMIN_KEY = "key-of-the-administrator-for-tests";

interface PersonalFile {
  consentText: string;
  stored: { group: string; entries: { name: string; value: unknown }[] }[];
}

describe.each(ENGINES)("A signer's own page (%s database)", (engine) => {
  let house: House;
  let annasToken: string;
  beforeAll(async () => {
    house = await openHouse(engine, { ADMIN_KEY });
    annasToken = await signAndGetLink(anna);
  });
  afterAll(() => house.close());

  async function signAndGetLink(person: Person): Promise<string> {
    await house.sign(person);
    const { body } = await house.confirm(await house.tokenOf(person));
    house.clock.forward(60_000);
    return new URL(body.personalLink ?? "", house.url).searchParams.get("token") ?? "";
  }

  const latest = async () => (await house.get<LatestSupporter[]>("/api/petition/supporters")).body;
  const count = async () => (await house.get<PetitionStats>("/api/petition/stats")).body.signatureCount;

  test("the answer that confirms leads to it, in the language of the page, and only that one does", async () => {
    await house.sign(ewa);
    const token = await house.tokenOf(ewa);
    const first = await house.get<{ personalLink?: string }>(`/api/petition/confirm/${token}?lang=pl`);
    expect(first.body.personalLink).toMatch(/^\/pl\/meine-daten\?token=[\w-]{50}$/);
    const second = await house.get<{ personalLink?: string }>(`/api/petition/confirm/${token}?lang=pl`);
    expect(second.status).toBe(409);
    expect(second.body).not.toHaveProperty("personalLink");
    house.clock.forward(60_000);
  });

  test("the e-mail that says 'already signed' leads to it, too", async () => {
    await house.sign(ewa);
    await house.site.outbox.runDue();
    const links = house.inbox.of(ewa.email).at(-1)?.links ?? [];
    expect(links.map((link) => new URL(link).pathname)).toEqual(["/pl/meine-daten", "/pl/widerruf"]);
    const token = new URL(links[0] ?? "").searchParams.get("token") ?? "";
    expect(await house.site.petition.personalData(token, { language: "de" })).toMatchObject({
      outcome: "open",
      data: { fullName: ewa.fullName },
    });
  });

  test("Anna sees what is kept; looking changes nothing", async () => {
    const before = await house.rows("select * from signatures order by id");
    const seen = await house.site.petition.personalData(` "${annasToken}".`, { language: "de" });
    const data: Partial<PersonalData> = { fullName: anna.fullName, visibility: "public", held: null };
    expect(seen).toMatchObject({ outcome: "open", data });
    expect(await house.rows("select * from signatures order by id")).toEqual(before);
  });

  test("Anna mends her name and hides it: the list says so at once, the number stays", async () => {
    const before = await count();
    const { petition } = house.site;
    const mended = await petition.correct(
      annasToken,
      { fullName: " Anna  Berg-Müller ", visibility: "public" },
      { language: "de" },
    );
    expect(mended).toMatchObject({ outcome: "changed", data: { fullName: "Anna Berg-Müller" } });
    expect((await latest()).map(({ name }) => name)).toContain("Anna Berg-Müller");
    expect(
      await petition.correct(annasToken, { fullName: "Anna Berg-Müller", visibility: "private" }, { language: "de" }),
    ).toMatchObject({
      outcome: "changed",
    });
    expect(JSON.stringify(await latest())).not.toContain("Berg-Müller");
    expect(await count()).toBe(before);
    const audit = await house.rows<{ changes: string }>("select changes from audit_log where action = 'corrected'");
    expect(audit).toHaveLength(2);
    expect(JSON.stringify(audit)).not.toContain("Anna");
  });

  test.runIf(engine === "server")("a name that is hidden while its owner changes it stays hidden", async () => {
    const dietersToken = await signAndGetLink(dieter);
    const administrator = await house.site.database.pool.connect();
    await administrator.query("begin");
    await administrator.query("update signatures set name_hidden_at = now() where email = $1", [dieter.email]);
    const correcting = house.site.petition.correct(
      dietersToken,
      { fullName: "Dieter Anders", visibility: "public" },
      { language: "de" },
    );
    await expect
      .poll(() => house.rows("select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"))
      .toHaveLength(1);
    await administrator.query("commit");
    administrator.release();
    expect(await correcting).toMatchObject({
      outcome: "changed",
      data: { fullName: "Dieter Anders", nameHidden: "by-administrator" },
    });
    expect(JSON.stringify(await latest())).not.toContain("Dieter");
    await house.site.petition.withdrawOwn(dietersToken, { language: "de" });
  });

  test("what does not change is not written; what is no name is refused by the rule of the form", async () => {
    const { petition } = house.site;
    const [before] = await house.rows<{ version: string }>("select version from signature_count");
    const same = { fullName: "Anna Berg-Müller", visibility: "private" as const };
    expect(await petition.correct(annasToken, same, { language: "de" })).toMatchObject({ outcome: "unchanged" });
    expect(await petition.correct(annasToken, { ...same, fullName: "http://x.example" }, { language: "de" })).toMatchObject({
      outcome: "refused",
      fault: "link",
      typed: { fullName: "http://x.example" },
      data: same,
    });
    expect(await house.rows("select version from signature_count")).toEqual([before]);
  });

  test("Anna takes everything along, with the proof of her consent", async () => {
    const file = await house.site.petition.personalFile(annasToken, { language: "de" });
    const content: PersonalFile = JSON.parse(file && "json" in file ? file.json : "{}");
    const of = (group: string) => content.stored.filter((one) => one.group === group).flatMap(({ entries }) => entries);
    const kept = (group: string, name: string) => of(group).find((entry) => entry.name === name)?.value;
    expect(kept("signature", "email")).toBe(anna.email);
    expect(kept("origin", "ipAddress")).toBe("127.0.0.1");
    expect(kept("consent", "consentVersion")).toMatch(/^[0-9a-f]{64}$/);
    expect(kept("consent", "signatureHash")).toMatch(/^[0-9a-f]{64}$/);
    expect(content.consentText).toMatch(/Art\.\s9\sDSGVO/);
    const { petitionVersion, policyVersion } = house.site.petition.presentTexts("de");
    for (const group of ["consent", "waiting"]) {
      expect(kept(group, "petitionVersion")).toBe(petitionVersion);
      expect(kept(group, "policyVersion")).toBe(policyVersion);
    }
    expect(of("waiting").filter(({ name }) => name === "status")).toHaveLength(1);
    const actions = of("log").map(({ value }) => (value as { action: string }).action);
    expect(actions).toEqual(["signed", "confirmed", "corrected", "corrected"]);
  });

  test("Anna recounts the proof from her file; another address or wording gives another", async () => {
    const file = await house.site.petition.personalFile(annasToken, { language: "de" });
    const { stored }: PersonalFile = JSON.parse("json" in file ? file.json : "{}");
    const own = stored.filter(({ group }) => group === "signature" || group === "consent").flatMap(({ entries }) => entries);
    const kept = (name: string) => String(own.find((entry) => entry.name === name)?.value);
    const committed = {
      id: kept("id"),
      normalisedEmail: kept("normalisedEmail"),
      consentVersion: kept("consentVersion"),
      petitionVersion: kept("petitionVersion"),
    };
    const opening = openingOf(committed, kept("signatureSalt"));
    expect(sha256(committedText(opening))).toBe(kept("signatureHash"));
    for (const part of Object.keys(opening))
      expect(sha256(committedText({ ...opening, [part]: "another" })), part).not.toBe(kept("signatureHash"));
  });

  test("each text that Ewa was shown stays readable by its version, letter by letter", async () => {
    const { petition } = house.site;
    const [row] = await house.rows<Record<string, string>>(
      `select consent_version, petition_version, policy_version from signatures where email = '${ewa.email}'`,
    );
    const [consent, appeal, policy] = await Promise.all(Object.values(row ?? {}).map(petition.shownText));
    for (const shown of [consent, appeal, policy]) {
      expect(shown).toMatchObject({ language: "pl", firstSeen: "2026-11-21T11:00:00.000Z" });
      expect(sha256(shown?.text ?? "")).toBe(shown?.version);
    }
    expect(consent?.text).toMatch(/16\slat.*Stiftung Bargeld erhalten.*art\.\s9\sRODO/s);
    expect(appeal?.text.split("\n")).toHaveLength(4);
    expect(policy?.text).toMatch(/art\.\s14\sRODO/);
    expect(policy?.text).toMatch(/16\slat/);
    expect(await petition.shownText("nothing")).toBeNull();
    expect(await house.rows("select * from shown_texts")).toHaveLength(3 * 7);
  });

  test("a signature without consent cannot be written", async () => {
    const write = house.rows(
      "insert into signatures (full_name, email, gdpr_consent_given) values ('X', 'x@example.org', false)",
    );
    await expect(write).rejects.toThrow(/signatures_consent_given/);
  });

  describe("Who changes a signature faster than a hand can", () => {
    const WAIT = "Bitte versuche es in 10 Minuten noch einmal.";
    const post = (token: string, fields: Record<string, string>, path = "/meine-daten") =>
      fetch(house.url + path, { method: "POST", body: new URLSearchParams({ token, ...fields }), redirect: "manual" });

    test("is refused with a sentence, and nothing typed is lost; others are not", async () => {
      const token = await signAndGetLink(dieter);
      const { petition } = house.site;
      const flip = (change: number) =>
        petition.correct(
          token,
          { fullName: dieter.fullName, visibility: change % 2 ? "public" : "private" },
          { language: "de" },
        );
      for (let change = 0; change < PERSONAL_ACTS.attempts; change++)
        expect(await flip(change)).not.toHaveProperty("retryAfter");

      const [before] = await house.rows<{ version: string }>("select version from signature_count");
      const answer = await post(token, { intent: "correct", fullName: "Dieter Doppelname", visibility: "private" });
      const page = await answer.text();
      expect([answer.status, answer.headers.get("retry-after")]).toEqual([429, "600"]);
      expect(answer.headers.get("referrer-policy")).toBe("strict-origin");
      expect(page).toContain(WAIT);
      expect(page).toContain('value="Dieter Doppelname"');
      expect(page).toMatch(/<input[^>]*id="visibility-private"[^>]*checked/);

      const file = await post(token, {}, "/fr/meine-daten/herunterladen");
      expect([file.status, file.headers.get("retry-after")]).toEqual([429, "600"]);
      expect(await file.text()).toContain("Veuillez réessayer dans 10 minutes.");
      expect((await post(token, { intent: "withdraw" })).status).toBe(429);
      expect(await house.rows("select version from signature_count")).toEqual([before]);
      expect(await petition.personalData(token, { language: "de" })).toMatchObject({
        outcome: "open",
        data: { fullName: dieter.fullName },
      });

      expect((await post(annasToken, { intent: "correct", fullName: "Anna Berg-Müller", visibility: "private" })).status).toBe(
        200,
      );
      house.clock.forward(PERSONAL_ACTS.window);
      expect((await post(token, { intent: "withdraw" })).status).toBe(200);
    });

    test("is none of the sources that the administration shows", async () => {
      const { body } = await house.get<AdminStats>("/api/admin/stats", { authorization: `Bearer ${ADMIN_KEY}` });
      expect(body.antiSpam).toMatchObject({ totalTrackedIPs: 0, blockedIPs: 0 });
    });
  });

  test("Anna withdraws there: gone at once, then the link says so kindly", async () => {
    const before = await count();
    const { petition } = house.site;
    expect(await petition.withdrawOwn(annasToken, { language: "de" })).toEqual({ outcome: "erased" });
    expect(await count()).toBe(before - 1);
    await house.site.outbox.runDue();
    expect(house.inbox.of(anna.email).at(-1)?.links.join()).toContain("/wiederherstellen?token=");
    for (const again of [
      petition.personalData(annasToken, { language: "de" }),
      petition.withdrawOwn(annasToken, { language: "de" }),
    ])
      expect(await again).toEqual({ outcome: "gone" });
    expect(await petition.correct(annasToken, { fullName: "Anna", visibility: "public" }, { language: "de" })).toEqual({
      outcome: "gone",
    });
    expect(await petition.personalFile(annasToken, { language: "de" })).toEqual({ outcome: "gone" });
  });

  test("a link that was changed or invented opens nothing, nor does one a year later", async () => {
    const token = await signAndGetLink(clara);
    const { petition } = house.site;
    for (const at of [0, 10, 22, 30, 45]) {
      const changed = token.slice(0, at) + (token[at] === "A" ? "B" : "A") + token.slice(at + 1);
      expect(await petition.personalData(changed, { language: "de" })).toEqual({ outcome: "unknown" });
    }
    for (const wrong of ["", "x", await house.tokenOf(clara)])
      expect(await petition.withdrawOwn(wrong, { language: "de" })).toEqual({ outcome: "unknown" });
    // A minute has passed already.
    house.clock.forward(PERSONAL_LINK_LIFETIME - 2 * 60_000);
    expect(await petition.personalData(token, { language: "de" })).not.toEqual({ outcome: "expired" });
    house.clock.forward(60_000);
    expect(await petition.personalData(token, { language: "de" })).toEqual({ outcome: "expired" });
    expect(await petition.withdrawOwn(token, { language: "de" })).toEqual({ outcome: "expired" });
  });

  test("Bruno's private name stays with him and the administrator", async () => {
    const token = await signAndGetLink(bruno);
    expect(await house.site.petition.personalData(token, { language: "de" })).toMatchObject({
      data: { fullName: bruno.fullName },
    });
    expect(JSON.stringify(await latest())).not.toContain(bruno.fullName);
  });
});
