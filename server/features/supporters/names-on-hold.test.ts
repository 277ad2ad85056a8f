import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AdminSignatureList, AdminStats } from "../../../contract/administration/signatures.ts";
import type { ConfirmAnswer } from "../../../contract/confirmation.ts";
import type { SupporterPage } from "../../../contract/supporters.ts";
import { type Answer, type House, openHouse } from "../../testing/house.ts";
import { anna, type Person } from "../../testing/people.ts";

const KEY = "the-key-of-our-tests";
const BEARER = { authorization: `Bearer ${KEY}` };

/** As the telephone book has him; the list of words cannot know. */
const max: Person = { fullName: "Max Mustermann", email: "max@web.de", visibility: "public", locale: "de" };

describe("A name on hold", () => {
  let house: House;
  let confirmed: Answer<ConfirmAnswer>;
  beforeAll(async () => {
    house = await openHouse("server", { ADMIN_KEY: KEY });
    await house.signAndConfirm(anna);
    confirmed = await signed(max);
  });
  afterAll(() => house.close());

  async function signed(person: Person): Promise<Answer<ConfirmAnswer>> {
    await house.sign(person);
    const answer = await house.confirm(await house.tokenOf(person));
    house.clock.forward(60_000);
    return answer;
  }

  const list = async (): Promise<SupporterPage> => (await house.get<SupporterPage>("/api/petition/supporters-paginated")).body;
  const names = async () => (await list()).supporters.map(({ name }) => name);
  const stats = async () => (await house.get<AdminStats>("/api/admin/stats", BEARER)).body;
  const found = async (state: string) =>
    (await house.get<AdminSignatureList>(`/api/admin/signatures?state=${state}`, BEARER)).body.signatures;
  const idOf = async ({ email }: Person) =>
    (await house.rows<{ id: string }>(`select id from signatures where email = '${email}'`))[0]?.id ?? "";
  const decide = async (person: Person, hidden: boolean) =>
    (await house.post<{ message: string }>(`/api/admin/signatures/${await idOf(person)}/name`, { hidden }, BEARER)).body
      .message;
  const actions = async (person: Person) =>
    (
      await house.rows<{ action: string }>(
        `select action from audit_log where entity_id = '${await idOf(person)}' order by timestamp, action`,
      )
    ).map(({ action }) => action);
  const linkOf = ({ body }: Answer<ConfirmAnswer>) =>
    new URL(body.personalLink ?? "", house.url).searchParams.get("token") ?? "";
  const keptAsCheck = async (token: string) => {
    const own = await house.site.petition.personalData(token, visitor);
    const entries = "data" in own ? own.data.stored.flatMap((group) => group.entries) : [];
    return entries.find(({ label }) => label === "Wortliste")?.until;
  };

  test("counts at once, is listed without the name, and its owner hears so", async () => {
    expect(confirmed.body.signedAs).toEqual({ fullName: max.fullName, listedAs: null, onHold: true });
    expect((await list()).total).toBe(2);
    expect((await names()).toSorted()).toEqual([anna.fullName, "Unterstützer"]);
    const page = await house.get<string>("/unterstuetzer/seite/1");
    expect(page.body).not.toContain("Mustermann");
    expect(await house.site.petition.personalData(linkOf(confirmed), visitor)).toMatchObject({
      data: { fullName: max.fullName, nameHidden: "on-hold" },
    });
    expect(await keptAsCheck(linkOf(confirmed))).toContain("bis zur Freigabe");
  });

  test("waits where the administrator sees it, apart from hidden ones", async () => {
    expect((await stats()).namesOnHold).toBe(1);
    expect(await found("name-on-hold")).toMatchObject([{ fullName: max.fullName, nameOnHold: true, nameHidden: false }]);
    expect(await found("name-hidden")).toEqual([]);
    expect(await actions(max)).toEqual(["confirmed", "name-held"]);
  });

  test("is listed once she has approved it, and is not held again", async () => {
    expect(await decide(max, false)).toContain("freigegeben");
    expect(await names()).toEqual([max.fullName, anna.fullName]);
    expect((await stats()).namesOnHold).toBe(0);
    const token = linkOf(confirmed);
    for (const visibility of ["private", "public"] as const)
      await house.site.petition.correct(token, { fullName: max.fullName, visibility }, visitor);
    expect(await names()).toEqual([max.fullName, anna.fullName]);
    expect(await actions(max)).toContain("name-approved");
    expect(await keptAsCheck(token)).toContain("bis du die Unterschrift zurückziehst");
  });

  test("another name is looked at anew, and a harmless one is listed", async () => {
    const token = linkOf(confirmed);
    expect(await house.site.petition.correct(token, { fullName: "Donald Duck", visibility: "public" }, visitor)).toMatchObject({
      outcome: "changed",
      data: { nameHidden: "on-hold" },
    });
    expect((await names()).toSorted()).toEqual([anna.fullName, "Unterstützer"]);
    expect(await house.site.petition.correct(token, { fullName: "Max Meier", visibility: "public" }, visitor)).toMatchObject({
      data: { nameHidden: null },
    });
    expect(await names()).toEqual(["Max Meier", anna.fullName]);
  });

  test("hidden instead, it stays out, whatever it is corrected to, and is shown again by hand", async () => {
    const john: Person = { ...max, fullName: "John Doe", email: "john@web.de" };
    const token = linkOf(await signed(john));
    expect(await decide(john, true)).toContain("nicht mehr");
    expect(await found("name-on-hold")).toEqual([]);
    expect(await found("name-hidden")).toMatchObject([{ fullName: john.fullName, nameHidden: true, nameOnHold: false }]);
    expect(await house.site.petition.correct(token, { fullName: "John Dole", visibility: "public" }, visitor)).toMatchObject({
      data: { nameHidden: "by-administrator" },
    });
    expect(await names()).not.toContain("John Dole");
    await decide(john, false);
    expect(await names()).toContain("John Dole");
    expect((await actions(john)).filter((action) => action.startsWith("name-"))).toEqual([
      "name-held",
      "name-hidden",
      "name-shown",
    ]);
  });

  test("a private one is not held", async () => {
    const bill = { ...max, fullName: "Bill Gates", email: "bill@web.de", visibility: "private" } as const;
    expect((await signed(bill)).body.signedAs).toEqual({ fullName: bill.fullName, listedAs: null, onHold: false });
    expect((await stats()).namesOnHold).toBe(0);
  });

  test("erased and restored, it is held as before; what had waited is held like any other", async () => {
    const erna: Person = { ...max, fullName: "Erika Mustermann", email: "erika@web.de" };
    const jane: Person = { ...max, fullName: "Jane Doe", email: "jane@web.de" };
    await signed(erna);
    await house.sign(jane);
    await house.tokenOf(jane);
    for (const { email } of [erna, jane]) await house.post("/api/petition/delete", { email, confirmDeletion: true });
    await house.site.outbox.runDue();
    for (const { email } of [erna, jane]) {
      const link = house.inbox.of(email).at(-1)?.links[0] ?? "";
      const token = new URL(link).searchParams.get("token") ?? "";
      await house.site.petition.restore(token, visitor, house.site.petition.presentTexts("de"));
    }
    expect((await found("name-on-hold")).map(({ fullName }) => fullName).sort()).toEqual([erna.fullName, jane.fullName].sort());
    expect(await names()).not.toContain(jane.fullName);
  });
});

const visitor = { language: "de" as const, address: "203.0.113.9", userAgent: null, limited: false };
