/** Text browsers, search engines, what one copies and some screen readers see no style sheet. */
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { articlePathIn, type Page, pageIn, supportersPageIn } from "../../../petition/addresses.ts";
import { LANGUAGES } from "../../../petition/language.ts";
import { type House, openHouse } from "../../testing/house.ts";
import { anna, bruno, clara } from "../../testing/people.ts";
import { wordsThatRunTogether } from "../../testing/plain-text.ts";

let house: House;
let personalLink: string;
let unfollowed: string;
let signed: string;
beforeAll(async () => {
  house = await openHouse("server");
  await house.signAndConfirm(bruno);
  const { headers } = await house.sign(anna);
  signed = headers.get("set-cookie")?.split(";")[0] ?? "";
  personalLink = (await house.confirm(await house.tokenOf(anna))).body.personalLink ?? "";
  await house.sign(clara);
  unfollowed = await house.tokenOf(clara);
  await house.site.publicLog.run();
});
afterAll(() => house.close());

const PAGES = [
  "home",
  "withdrawal",
  "personal",
  "legalNotice",
  "privacy",
  "accessibility",
  "transparency",
  "material",
  "press",
];
const MORE = ["confirmation", "suppression", "restoration", "tooManyPages", "consentDemo", "developers", "administration"];

describe.each(LANGUAGES)("In %s no word runs into the next one", (language) => {
  const prefix = language === "de" ? "" : `/${language}`;

  test.each([...PAGES, ...MORE].map((page) => pageIn(language, page as Page)))("on %s", async (path) => {
    expect(await joinedOn(path)).toEqual([]);
  });

  test("on the article, the list, a printed piece and the page for nowhere", async () => {
    const paths = [articlePathIn(language), supportersPageIn(language, 1), `${prefix}/material/plakat-a4`, `${prefix}/nowhere`];
    for (const path of paths) expect([path, await joinedOn(path)]).toEqual([path, []]);
  });

  test("on the thanks, behind the link of an e-mail, and on the page of one's own", async () => {
    expect(await joinedOn(`${prefix || "/"}?signed`, { cookie: signed })).toEqual([]);
    expect(await joinedOn(`${prefix}/confirm?token=${unfollowed}`)).toEqual([]);
    expect(await joinedOn(prefix + personalLink)).toEqual([]);
  });
});

test("Words that run together are found, and where a word only changes its look they do not", () => {
  expect(wordsThatRunTogether("<p><b>Public</b><span>With your name</span></p>")).toEqual(["Public|With your name"]);
  expect(wordsThatRunTogether("<p><b>Public</b> <span>With</span></p><p>Next</p>")).toEqual([]);
  expect(wordsThatRunTogether("<svg><text>72 %</text><path d='M0 0'></path><text>2019</text></svg>")).toEqual(["72 %|2019"]);
  expect(wordsThatRunTogether("<p><span>about</span><b>320</b></p>")).toEqual(["about|320"]);
  expect(wordsThatRunTogether("<p><span class='whole'>e-mail</span>em</p>")).toEqual([]);
});

async function joinedOn(path: string, headers: Record<string, string> = {}): Promise<string[]> {
  const { body } = await house.get<string>(path, headers);
  expect(body).toContain("<h1");
  return wordsThatRunTogether(body);
}
