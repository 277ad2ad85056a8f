import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { readMessages } from "../../messages/catalogue.ts";
import { LANGUAGES } from "../../petition/language.ts";
import { PLACEHOLDER, petitionConfig } from "../../petition.config.ts";
import { allTranslators } from "../../server/platform/translators.ts";
import { FILLED_IN } from "../../server/testing/petition-config.ts";
import { whoAnswers } from "./material-content.server.ts";
import { signedWords } from "./signed-words.server.ts";

const clara = { name: "Clara Brandt", addressLines: ["Marktplatz 1", "60311 Frankfurt am Main"] };
const organisation = {
  ...petitionConfig.organisation,
  name: "Stiftung Bargeld erhalten",
  addressLines: ["Ring 2", "1010 Wien"],
};
const filledIn = (change: object) => whoAnswers("de", { ...petitionConfig, ...change });

test("a piece names the person who answers for it, with an address", () => {
  expect(filledIn({ contentResponsible: clara, organisation })).toBe(
    "V. i. S. d. P.: Clara Brandt, Marktplatz 1, 60311 Frankfurt am Main",
  );
});

test("without such a person it names the publisher, and without that nobody", () => {
  const nobody = { name: PLACEHOLDER, addressLines: [PLACEHOLDER] };
  expect(filledIn({ contentResponsible: nobody, organisation })).toBe(
    "Herausgeber: Stiftung Bargeld erhalten, Ring 2, 1010 Wien",
  );
  const somewhere = { ...organisation, addressLines: [PLACEHOLDER] };
  expect(filledIn({ contentResponsible: nobody, organisation: somewhere })).toBeNull();
});

describe.each(LANGUAGES)("a signature sheet in %s", (language) => {
  const facts = { language, publicUrl: "https://petition.eu", version: "4d05fe4086fd3c5a", name: "Petition" };
  const sheetOf = (config: typeof petitionConfig) => signedWords(allTranslators()[language], facts, config);

  test("says who is responsible, whom to write to, when it is destroyed, who supervises, and which text is signed", () => {
    const { notice, address, consent, version } = sheetOf(FILLED_IN);
    expect(address).toEqual(["Stiftung Bargeld erhalten gGmbH", "Musterstraße 1", "10115 Berlin", "Deutschland"]);
    const [who, , kept, , complaint] = notice;
    for (const part of [...(address ?? []), "kontakt@bargeld-erhalten.eu", "datenschutz@bargeld-erhalten.eu"])
      expect(who).toContain(part);
    expect(kept).toContain("2027");
    expect(complaint).toMatch(/Berliner Beauftragte.*petition\.eu.*\/datenschutz/);
    expect(consent).toMatch(/16.*Stiftung Bargeld erhalten gGmbH/);
    expect(version).toMatch(/ 4d05fe4086fd$/);
  });

  test("has no address while any of it is open, and never a placeholder", () => {
    for (const setting of [{ email: "a@b.example" }, { addressLines: [PLACEHOLDER] }, { name: `Stiftung ${PLACEHOLDER}` }]) {
      const sheet = sheetOf({ ...FILLED_IN, organisation: { ...FILLED_IN.organisation, ...setting } });
      expect(sheet.address).toBeNull();
      expect(JSON.stringify(sheet)).not.toMatch(/\[bitte|\.example/);
    }
    expect(JSON.stringify(sheetOf(petitionConfig))).not.toMatch(/\[bitte|\.example/);
  });
});

test.each(LANGUAGES)("in %s the slogan says what the home page's headline says", (language) => {
  const messages = readMessages(language);
  const headline = messages.get("home.hero.headline")?.replace(/<\/?whole>/g, "");
  expect(messages.get("material.slogan")?.replaceAll("\n", " ")).toBe(headline);
});

test("no rule that every page loads begins with a class of a printed piece", () => {
  const read = (file: string) => readFileSync(join(import.meta.dirname, "..", file), "utf8");
  const classes = new Set(
    ["paper", "paper-parts", "signature-sheets"]
      .flatMap((name) => [...read(`material/${name}.tsx`).matchAll(/className="([^"]+)"/g)])
      .flatMap(([, names = ""]) => names.split(" ")),
  );
  expect(classes).toContain("demands");
  const sheets = [...read("app.css").matchAll(/@import "\.\/([^"]+)"/g)].map(([, file = ""]) => file);
  const leaks = sheets.flatMap((file) =>
    [...read(file).matchAll(/^\s*\.([\w-]+)[^;]*[{,]$/gm)]
      .filter(([, name = ""]) => classes.has(name))
      .map(([rule]) => `${file}: ${rule.trim()}`),
  );
  expect(leaks).toEqual([]);
});
