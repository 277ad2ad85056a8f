import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { LANGUAGES } from "../../../petition/language.ts";
import { type House, openHouse } from "../../testing/house.ts";

let house: House;
beforeAll(async () => {
  house = await openHouse("server");
});
afterAll(() => house.close());

interface Preference {
  detectedLanguage: string;
  hasCookie: boolean;
}
const preference = async (headers: Record<string, string>) =>
  (await house.get<Preference>("/api/language/preference", headers)).body;
const choose = (lang: unknown, redirectTo?: unknown) =>
  house.post<{ redirectTo: string; message?: string }>("/api/language/switch", { lang, redirectTo });

test.each([
  ["pl,en;q=0.8", "pl"],
  ["fr-CH", "fr"],
  ["xx, nl;q=0.5, en;q=0.9", "en"],
  ["en;q=0, it", "it"],
  ["tlh", "de"],
  ["", "de"],
  [";;;,q=1,,", "de"],
  ["*", "de"],
])("Accept-Language %j: we suggest %s", async (header, detectedLanguage) => {
  expect(await preference({ "accept-language": header })).toEqual({ detectedLanguage, hasCookie: false });
});

test("the cookie says that a choice was made, if it is a language of ours; asking sets none and is kept by nobody", async () => {
  expect(await preference({ cookie: "language=es", "accept-language": "pl" })).toEqual({
    detectedLanguage: "pl",
    hasCookie: true,
  });
  expect((await preference({ cookie: "language=xx" })).hasCookie).toBe(false);
  const { headers } = await house.get("/api/language/preference");
  expect(headers.get("set-cookie")).toBeNull();
  expect(headers.get("cache-control")).toBe("private, no-store");
});

describe("Choosing a language", () => {
  test.each(LANGUAGES)("%s: the cookie lives a year, and the way leads to the same page", async (language) => {
    const { body, headers } = await choose(language, "/it/unterstuetzer/seite/3?x=1");
    expect(body).toEqual({ redirectTo: `${language === "de" ? "" : `/${language}`}/unterstuetzer/seite/3?x=1` });
    expect(headers.get("set-cookie")).toBe(`language=${language}; Max-Age=31536000; Path=/; SameSite=Lax`);
  });

  test.each([
    ["fr", "/digitaler-euro", "/fr/euro-numerique"],
    ["de", "/fr/euro-numerique#risks", "/digitaler-euro#risks"],
    ["pl", "/", "/pl"],
    ["de", "/pl", "/"],
    ["de", "/en/", "/"],
    ["en", "/confirm?token=a%20b", "/en/confirm?token=a%20b"],
  ])("%s from %s leads to %s", async (lang, from, target) => {
    expect((await choose(lang, from)).body.redirectTo).toBe(target);
  });

  test.each([
    "https://evil.example",
    "//evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/en/\\evil.example",
    "///evil.example",
    "/\t/evil.example",
    "/\n//evil.example",
    "javascript:alert(1)",
    "evil.example",
    "",
    undefined,
    null,
    7,
    ["/impressum"],
    `/${"a".repeat(5000)}`,
  ])("never leads to another site: %j", async (redirectTo) => {
    for (const lang of ["de", "fr"]) {
      const { status, body } = await choose(lang, redirectTo);
      expect(status).toBe(200);
      expect(new URL(body.redirectTo, "https://petition.example").host).toBe("petition.example");
      expect(body.redirectTo).toBe(lang === "de" ? "/" : "/fr");
    }
  });

  test("what is left of an address whose prefix is cut off stays on this site", async () => {
    expect((await choose("de", "/en//evil.example")).body.redirectTo).toBe("/evil.example");
    expect((await choose("fr", "/en///evil.example")).body.redirectTo).toBe("/fr/evil.example");
  });

  test.each(["xx", "", null, 7, ["de"], "DE", "__proto__"])(
    "that we do not speak (%j) is 400 with a sentence and no cookie",
    async (lang) => {
      const { status, body, headers } = await choose(lang, "/");
      expect(status).toBe(400);
      expect(body.message).toMatch(/\p{L}{3}/u);
      expect(headers.get("set-cookie")).toBeNull();
    },
  );

  test("where the public address is https, the cookie goes over https alone", async () => {
    const secure = await openHouse("server", { PUBLIC_URL: "https://petition.example" });
    const { headers } = await secure.post("/api/language/switch", { lang: "fr", redirectTo: "/" });
    expect(headers.get("set-cookie")).toContain("; Secure");
    expect(headers.get("strict-transport-security")).toContain("max-age=");
    await secure.close();
    expect((await choose("fr")).headers.get("strict-transport-security")).toBeNull();
  });
});

describe("Choosing without JavaScript, by a form", () => {
  const submit = (fields: Record<string, string>) =>
    fetch(`${house.url}/sprache`, { method: "POST", body: new URLSearchParams(fields), redirect: "manual" });

  test("leads to the same page in the new language and sets the cookie", async () => {
    const answer = await submit({ lang: "nl", redirectTo: "/en/digital-euro" });
    expect(answer.status).toBe(303);
    expect(answer.headers.get("location")).toBe("/nl/digitale-euro");
    expect(answer.headers.get("set-cookie")).toContain("language=nl");
  });

  test("never leads to another site", async () => {
    for (const redirectTo of ["//evil.example", "https://evil.example", "/\\evil.example"])
      expect((await submit({ lang: "nl", redirectTo })).headers.get("location")).toBe("/nl");
    const unknown = await submit({ lang: "xx", redirectTo: "/impressum" });
    expect(unknown.headers.get("location")).toBe("/");
    expect(unknown.headers.get("set-cookie")).toBeNull();
  });
});
