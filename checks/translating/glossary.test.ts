import { describe, expect, test } from "vitest";
import { LANGUAGES } from "../../petition/language.ts";
import { glossaryOf, says } from "./glossary.ts";
import { leavesOf, messageFiles } from "./message-files.ts";

/** Of a campaign: free prose, whose every sentence each language says in its own way. */
const PROSE = ["article", "charts"];

interface Text {
  /** With its root, since the campaign may say again what the product says. */
  at: string;
  key: string;
  text: string;
  isProse: boolean;
}

const german = textsIn("de");
const terms = glossaryOf("de");

test("the glossary has the words of this field", () => {
  expect(terms.length).toBeGreaterThan(25);
  const unsaid = terms.flatMap((term) => term.german).filter((word) => !german.some(({ text }) => says(text, word)));
  expect(unsaid).toEqual([]);
});

describe.each(LANGUAGES)("docs/translating/%s.md", (language) => {
  const texts = textsIn(language);
  const glossary = glossaryOf(language);

  test("has the same words as the German one", () => {
    expect(glossary.map((term) => term.german)).toEqual(terms.map((term) => term.german));
  });

  test("names no word to avoid that a text says", () => {
    const said = glossary.flatMap(({ avoided }) =>
      avoided.flatMap((word) => texts.filter(({ text }) => says(text, word)).map(({ at }) => `${word}: ${at}`)),
    );
    expect(said).toEqual([]);
  });
});

describe.each(LANGUAGES.filter((language) => language !== "de"))("the texts in %s and their glossary", (language) => {
  const texts = textsIn(language);
  const glossary = glossaryOf(language);

  test("each word of the glossary is said", () => {
    const unsaid = glossary.flatMap(({ said }) => said.filter((word) => !texts.some(({ text }) => says(text, word))));
    expect(unsaid).toEqual([]);
  });

  test("what German says by a word of the glossary is said by its word here, but for the texts that are named", () => {
    const other = new Map(texts.map((text) => [text.at, text.text]));
    for (const term of glossary) {
      const isSaid = (text: string, words: string[]) => words.some((word) => says(text, word));
      const differing = german
        .filter(({ isProse, text }) => !isProse && isSaid(text, term.german))
        .filter(({ at }) => !isSaid(other.get(at) ?? "", term.said))
        .map(({ key }) => key);
      expect(differing.toSorted(), term.german.join()).toEqual(term.otherwise.toSorted());
    }
  });
});

describe("a word of the glossary", () => {
  const cases: Array<[word: string, text: string, isSaid: boolean]> = [
    ["registre…", "dans un registre public", true],
    ["Beleg…", "Dein Belegcode", true],
    ["Zeuge…", "Das Bild ließ sich nicht erzeugen.", false],
    ["Protokoll", "jeder Export wird protokolliert", false],
    ["Petition…", "Mit npm run petition -- backup", false],
    ["petici…", "{count, plural, one {petición} other {peticiones}}, {petition}", true],
    ["signature…", "{signature, number}", false],
    ["Datenschutzerklärung…", "Datenschutz\u00aderklärung", true],
    ["digital… Euro", "den digitalen Euro", true],
  ];

  test.each(cases)("%s in “%s”: %s", (word, text, isSaid) => {
    expect(says(text, word)).toBe(isSaid);
  });
});

function textsIn(language: string): Text[] {
  return messageFiles()
    .filter((file) => file.language === language && !file.root.startsWith("e2e/"))
    .flatMap(({ root, name, text }) =>
      leavesOf(JSON.parse(text)).map(([path, said]) => ({
        at: `${root}/${name}.${path}`,
        key: `${name}.${path}`,
        text: String(said),
        isProse: root !== "messages" && PROSE.includes(name),
      })),
    );
}
