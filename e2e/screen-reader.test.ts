/**
 * What somebody hears who does not see, as Orca says it in Debian's Firefox. `heard/` has it to read, written with `WRITE_HEARD=1`: of what Orca
 * says around it, no two times are alike, so only what matters is compared. On a busy machine Orca drops what a page says while it still reads
 * it: each journey is gone again as somebody else.
 */
import { writeFileSync } from "node:fs";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { anna, bruno } from "../server/testing/people.ts";
import { KEY } from "./administration.ts";
import { missingPrograms, type Orca, openOrca } from "./heard/orca.ts";
import { anew, openWalkedSite, type WalkedSite } from "./site.ts";
import { wordsIn } from "./words.ts";

const missing = missingPrograms();
if (missing.length > 0) console.warn(`NOT HEARD BY A SCREEN READER: ${missing.join(", ")} is not installed.`);

describe.skipIf(missing.length > 0).each(["de", "en"] as const)("In %s", { timeout: 300_000, retry: 3 }, (language) => {
  const t = wordsIn(language);
  const berg = { ...anna, fullName: "Anna Berg", locale: language };
  let site: WalkedSite;
  let orca: Orca;
  let heard: string[] = [];
  let last = "";
  beforeAll(async () => {
    site = await openWalkedSite("server", { ADMIN_KEY: KEY, DELETE_BY: "link" });
    await site.signAndConfirm(anew(anna));
    orca = await openOrca(language);
  });
  afterAll(async () => {
    await orca?.close();
    await site?.close();
  });

  afterEach(({ task }) => {
    if (task.result?.state === "fail") console.info(heard.join("\n"));
    heard = [];
  });

  async function hear(doing: string, until?: string): Promise<string> {
    const said = (await orca.heard(until)).join("\n");
    heard.push(`[${doing}]`, said, "");
    last = plain(said);
    return said;
  }
  async function open(what: string, address: string): Promise<void> {
    const isPath = address.startsWith("/");
    await orca.page.goto(isPath ? site.address + (language === "de" ? "" : `/${language}`) + address : address);
    await hear(what, await orca.page.title());
  }
  function press(key: string, until?: string): Promise<string> {
    orca.press(key);
    return hear(key, until ?? "text");
  }
  function type(what: string, text: string, until?: string): Promise<string> {
    orca.type(text);
    return hear(what, until);
  }
  /** Presses `key` until it says so. A heading may have been read with its page. */
  async function go(key: string, name: string): Promise<void> {
    if (key === "h" && last.includes(plain(name))) return;
    for (let tries = 0; tries < 15; tries++) if (plain(await press(key)).includes(plain(name))) return;
    throw new Error(`No way by ${key} to ${name}`);
  }
  /** Each once, if it is in `once`, and all in this order; nothing in another language. */
  function expectHeard(journey: string, order: string[], once: string[] = []): void {
    const text = plain(heard.join("\n"));
    heard = [];
    if (process.env.WRITE_HEARD) writeFileSync(new URL(`heard/${journey}.${language}.txt`, import.meta.url), text);
    let at = -1;
    for (const sentence of order.map(plain)) {
      at = text.indexOf(sentence, at + 1);
      expect(at, `"${sentence}" in\n${text}`).toBeGreaterThanOrEqual(0);
    }
    for (const sentence of once.map(plain)) expect(text.split(sentence), `"${sentence}" once in\n${text}`).toHaveLength(2);
    expect(text).not.toMatch(/^\([a-z]{2}\) /m);
  }
  async function typeSum(what: string, wrongBy = 0): Promise<void> {
    const label = await orca.page.$eval("main form", (form) => form.textContent);
    const [, left, operator, right] = /(\d+) ([+−]) (\d+) = \?/.exec(label ?? "") ?? [];
    const sum = operator === "+" ? Number(left) + Number(right) : Number(left) - Number(right);
    await type(what, String(sum + wrongBy));
  }

  test("Anna signs with a wrong sum, and is thanked after the right one", async () => {
    const { fullName, email } = anew(berg);
    await open("opens the home page", "/");
    await go("h", t("signing.title"));
    await go("Tab", t("signing.form.fullName"));
    await type("types her name", fullName);
    await press("Tab");
    await type("types her address", email);
    await press("Tab");
    await go("Tab", "= ?");
    await typeSum("types a wrong sum", 1);
    await press("Return", t("signing.faults.summary", { count: 1 }));
    await press("Tab");
    await press("Return");
    await press("space");
    await press("Return", "= ?");
    await typeSum("types the sum");
    await press("Return", t("signing.thanks.title"));
    const wrong = t("signing.answer.captcha.wrong");
    const fields = [t("signing.form.fullName"), t("signing.form.email"), t("signing.form.visibility"), "1 + 2 = ?"];
    const faults = [t("signing.faults.summary", { count: 1 }), t("signing.faults.gdprConsent"), wrong];
    expectHeard("signing", [...fields, ...faults, t("signing.thanks.title")], [wrong]);
  });

  test("she confirms, and hides her name", async () => {
    const her = anew(berg);
    await site.sign(her);
    const [link = ""] = await site.linksFor(her.email);
    await open("follows the link of her e-mail", link);
    await go("h", t("confirmation.confirmed.counts"));
    await press("Down");
    await go("Tab", t("receipt.title"));
    await press("Return");
    await go("Tab", t("personal.link"));
    await press("Return", t("personal.title"));
    await go("h", t("personal.change.title"));
    await go("Tab", t("signing.form.public"));
    await go("Down", t("signing.form.private"));
    await press("space");
    await go("Tab", t("personal.change.submit"));
    await press("Return", t("personal.change.changed"));
    const done = t("personal.change.changed");
    const order = [
      t("confirmation.confirmed.counts"),
      t("receipt.title"),
      t("personal.title"),
      t("signing.form.private"),
      done,
    ];
    expectHeard("hiding-the-name", order, [done]);
  });

  test("she withdraws", async () => {
    const her = anew(berg);
    await site.signAndConfirm(her);
    await open("opens the page", "/widerruf");
    await press("h");
    await go("Tab", t("withdrawal.form.email"));
    await type("types her address", her.email);
    await press("Return", t("withdrawal.faults.summary"));
    await press("Tab");
    await press("Return");
    await press("space");
    await press("Tab");
    await press("Return", t("withdrawal.done.link"));
    await press("Down");
    const [link = ""] = await site.linksFor(her.email, 2);
    await open("follows the link of her e-mail", link);
    await press("h");
    await press("Down");
    await go("Tab", t("withdrawal.form.submit.request"));
    await press("Return", t("withdrawal.link.erased.title"));
    await press("h");
    await press("Down");
    const asked = t("withdrawal.done.link");
    const order = [t("withdrawal.form.email"), t("withdrawal.faults.summary"), asked, t("withdrawal.link.erased.title")];
    expectHeard("withdrawing", order, [t("withdrawal.answer.link")]);
  });

  test("the administrator finds Bruno, and deletes him", async () => {
    const his = anew(bruno);
    await site.signAndConfirm(his);
    await open("opens the page", "/admin");
    await go("Tab", t("login.form.key"));
    await type("types the key", KEY);
    orca.press("Return");
    await orca.page.waitForSelector("tbody tr");
    await hear("Return");
    await go("h", t("administration.list.title"));
    await go("Tab", t("administration.list.search"));
    await type("types his address", his.email, t("administration.list.total", { total: 1 }));
    await go("Tab", t("administration.remove.label", { name: bruno.fullName }));
    await press("Return", t("administration.remove.question", { name: bruno.fullName }));
    await press("shift+Tab");
    await press("Return", t("administration.remove.done.title"));
    const order = [t("administration.list.search"), t("administration.list.total", { total: 1 })];
    expectHeard("administration", [...order, t("administration.remove.label", { name: bruno.fullName })]);
  });
});

/** What Orca says of a page that loads, of what is left and of its own modes: sooner or later, or not at all. */
const OF_ITSELF =
  /^(?:Es wird geladen|Laden von|Seite hat|Loading|Finished loading|Page has|(?:Fokus|Stöbern)-Modus|(?:Focus|Browse) mode|.* wird verlassen\.$|leaving ).*\n?/gm;

/** Without what differs each time. */
function plain(text: string): string {
  return text
    .replace(OF_ITSELF, "")
    .replace(/\d+ [+−] \d+ = \?/g, "1 + 2 = ?")
    .replace(/[0-9A-Z]{4}-[0-9A-Z]{4}-[0-9A-Z]{2}/g, "ABCD-EFGH-JK")
    .replace(/\d\d[./]\d\d[./]\d{4}/g, "21.11.2026")
    .replace(/\d\d:\d\d/g, "12:00")
    .replace(/\u00ad/g, "");
}
