import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type House, openHouse } from "../../testing/house.ts";
import { anna, bruno } from "../../testing/people.ts";

/** What the form of a page sends without a script: names and values of its hidden fields. */
const hiddenFields = (page: string) =>
  [...page.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)"/g)].map(([, name = "", value = ""]) => [name, value]);

describe("Whoever is in quarantine is told nothing untrue", () => {
  const ADMIN_KEY = "key-of-the-administrator-for-tests";
  const asAdministrator = { authorization: `Bearer ${ADMIN_KEY}` };
  const CHECKED = /prüfen (?:sie derzeit|wir deine Unterschrift noch); bis zur Freigabe zählt sie nicht/;
  let house: House;
  let annasToken: string;
  beforeAll(async () => {
    house = await openHouse("server", { ADMIN_KEY });
    await house.sign(anna);
    annasToken = await house.tokenOf(anna);
    await house.confirm(annasToken);
    await house.signAndConfirm(bruno);
    const [{ id } = { id: "" }] = await house.rows<{ id: string }>(`select id from signatures where email = '${anna.email}'`);
    const wanted = { signature: id, expected: 1 };
    const { status } = await house.post("/api/admin/quarantine", wanted, asAdministrator);
    expect(status).toBe(200);
  });
  afterAll(() => house.close());

  const emailTo = async ({ email }: typeof anna) => {
    await house.site.outbox.runDue();
    return house.inbox.of(email).at(-1);
  };

  test("Anna is told by e-mail, once, that she is being checked, and where she sees what becomes of it; Bruno is told nothing", async () => {
    expect((await emailTo(anna))?.subject).toBe("Bargeld muss bleiben: Deine Unterschrift wird geprüft");
    const told = house.inbox
      .of(anna.email)
      .filter(({ subject }) => subject === "Bargeld muss bleiben: Deine Unterschrift wird geprüft");
    expect(told).toHaveLength(1);
    expect(told[0]?.text).toMatch(/zählt sie nicht[\s\S]+Ein Mensch entscheidet[\s\S]+Ende der Petition/);
    expect(told[0]?.links).toEqual([expect.stringMatching(/\/meine-daten\?token=/)]);
    expect(house.inbox.of(bruno.email)).toHaveLength(1);
  });

  test("Anna signs again: her e-mail says that she is being checked, Bruno's that he counts", async () => {
    for (const person of [anna, bruno]) await house.sign(person);
    const [annas, brunos] = [await emailTo(anna), await emailTo(bruno)];
    expect(annas?.text).toMatch(CHECKED);
    expect(`${annas?.text}${annas?.html}`).not.toContain("zählt bereits");
    expect(brunos?.text).toContain("Deine Unterschrift zählt bereits");
    house.clock.forward(60_000);
  });

  test("Anna opens her link again: it is confirmed, and not called counted", async () => {
    const { status, body } = await house.confirm(annasToken);
    expect([status, body.outcome]).toEqual([409, "already_confirmed"]);
    expect(body.message).toMatch(CHECKED);
    expect(body.message).not.toContain("gezählt");
  });

  test("Anna deletes and brings it back: it is back, and still being checked", async () => {
    await house.post("/api/petition/delete", { email: anna.email, confirmDeletion: true });
    const link = (await emailTo(anna))?.links.find((one) => one.includes("/wiederherstellen")) ?? "";
    const page = await fetch(link.replace(/^https?:\/\/[^/]+/, house.url));
    const asked = await page.text();
    expect(asked).not.toMatch(/Deine Unterschrift (?:zählt|ist gezählt|wird gezählt)/);
    for (const times of [1, 2]) {
      const body = new URLSearchParams(hiddenFields(asked));
      const answer = await fetch(`${house.url}/wiederherstellen`, { method: "POST", body });
      const text = await answer.text();
      expect(text, `press ${times}`).toMatch(CHECKED);
      expect(text).not.toContain("Deine Unterschrift zählt");
    }
  });
});
