import { describe, expect, test } from "vitest";
import { ARTICLE_SLUGS } from "../../../petition/addresses.ts";
import { LANGUAGES } from "../../../petition/language.ts";
import { redirectFor } from "./redirects.ts";

const to = (address: string, chosen: Parameters<typeof redirectFor>[2] = null) => {
  const [path = "", query = ""] = address.split("?", 2);
  return redirectFor(path, query, chosen)?.to ?? null;
};

describe("The site's addresses are answered where they stand", () => {
  test.each([
    "/",
    "/impressum",
    "/datenschutz",
    "/widerruf",
    "/confirm?token=abc",
    "/admin",
    "/consent-demo",
    "/digitaler-euro",
    "/unterstuetzer/seite/1",
    "/unterstuetzer/seite/12",
    "/nowhere",
    "/unterstuetzer/seite/1/more",
    "/manifest.webmanifest",
  ])("%s", (address) => {
    expect(to(address)).toBeNull();
    expect(to(address, "de")).toBeNull();
  });

  test.each(LANGUAGES.filter((language) => language !== "de"))("those below /%s, whatever language was chosen", (language) => {
    for (const address of [
      `/${language}`,
      `/${language}/impressum`,
      `/${language}/datenschutz`,
      `/${language}/widerruf`,
      `/${language}/confirm?token=abc`,
      `/${language}/unterstuetzer/seite/3`,
      `/${language}/${ARTICLE_SLUGS[language]}`,
    ]) {
      expect(to(address)).toBeNull();
      expect(to(address, "pl")).toBeNull();
    }
  });
});

describe("Other spellings lead there", () => {
  test.each([
    ["/unterstuetzer", "/unterstuetzer/seite/1"],
    ["/unterstuetzer/seite", "/unterstuetzer/seite/1"],
    ["/supporters", "/unterstuetzer/seite/1"],
    ["/supporters/7", "/unterstuetzer/seite/7"],
    ["/supporters/abc", "/unterstuetzer/seite/1"],
    ["/unterstuetzer/seite/0", "/unterstuetzer/seite/1"],
    ["/unterstuetzer/seite/-3", "/unterstuetzer/seite/1"],
    ["/unterstuetzer/seite/1.5", "/unterstuetzer/seite/1"],
    ["/unterstuetzer/seite/007", "/unterstuetzer/seite/7"],
  ])("%s leads to %s, with and without a language", (from, target) => {
    expect(redirectFor(from, "", null)).toEqual({ to: target, temporary: false });
    for (const language of LANGUAGES.filter((one) => one !== "de"))
      expect(to(`/${language}${from}`)).toBe(`/${language}${target}`);
  });
});

describe("The article's address", () => {
  test("the two unprefixed ones: /digital-euro is English", () => {
    expect(to("/digital-euro")).toBe("/en/digital-euro");
    expect(to("/digital-euro", "fr")).toBe("/en/digital-euro");
    expect(to("/digitaler-euro")).toBeNull();
  });

  test("a foreign name below a language leads to the right one, and keeps the query", () => {
    for (const language of LANGUAGES.filter((one) => one !== "de"))
      for (const other of LANGUAGES.filter((one) => one !== language))
        expect(to(`/${language}/${ARTICLE_SLUGS[other]}?from=mail`)).toBe(`/${language}/${ARTICLE_SLUGS[language]}?from=mail`);
  });
});

describe("Whoever chose another language", () => {
  test.each([
    ["/", "/fr"],
    ["/impressum", "/fr/impressum"],
    ["/widerruf?a=b", "/fr/widerruf?a=b"],
    ["/confirm?token=abc", "/fr/confirm?token=abc"],
    ["/digitaler-euro", "/fr/euro-numerique"],
    ["/unterstuetzer/seite/2", "/fr/unterstuetzer/seite/2"],
  ])("is led from %s to %s, for now only", (from, target) => {
    const [path = "", query = ""] = from.split("?", 2);
    expect(redirectFor(path, query, "fr")).toEqual({ to: target, temporary: true });
  });

  test.each(["/manifest.webmanifest", "/sitemap.xml", "/robots.txt", "/_root.data", "/__manifest"])(
    "is not led away from %s",
    (path) => {
      expect(to(path, "fr")).toBeNull();
    },
  );
});

describe("Untidy addresses", () => {
  test.each([
    ["/Impressum", "/impressum"],
    ["/EN", "/en"],
    ["/en/", "/en"],
    ["/en//impressum/", "/en/impressum"],
    ["/widerruf/?x=Y", "/widerruf?x=Y"],
    ["/de/", "/de"],
    ["/%69mpressum", "/impressum"],
    ["/%49mpressum", "/impressum"],
    ["/unterstuetzer/seite/%32", "/unterstuetzer/seite/2"],
    ["/en/%64igital%2Deuro", "/en/digital-euro"],
  ])("%s leads to %s for good", (from, target) => {
    const [path = "", query = ""] = from.split("?", 2);
    expect(redirectFor(path, query, null)).toEqual({ to: target, temporary: false });
  });

  test.each([
    "//evil.example",
    "//evil.example/",
    "/en//evil.example/",
    "///evil.example/%2e%2e",
    "/supporters//evil.example",
    "/unterstuetzer/seite//evil.example",
    "/\\evil.example/",
    "//Evil.example/digital-euro",
  ])("%s never leads to another host", (address) => {
    for (const chosen of [null, "fr", "en"] as const)
      expect(new URL(to(address, chosen) ?? "/", "https://petition.example").host).toBe("petition.example");
  });
});
