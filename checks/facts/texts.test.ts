import type { CompiledMessage } from "icu-minify/format";
import { describe, expect, test } from "vitest";
import { FACTS, type FactId } from "../../campaign/article/facts.ts";
import { CHARTS, outline } from "../../campaign/article/outline.ts";
import { compileMessages } from "../../messages/catalogue.ts";
import type { MessageKey } from "../../messages/keys.ts";
import { translator } from "../../messages/translate.ts";
import type { Fact } from "../../petition/evidence.ts";
import { LANGUAGES, type Language } from "../../petition/language.ts";
import { valuesIn } from "../../web/facts/values.server.ts";

const CHART_IDS = Object.keys(CHARTS) as (keyof typeof CHARTS)[];

const {
  scene: SCENE,
  summary: SUMMARY,
  risks: RISKS,
  bridges: BRIDGES,
  objections: OBJECTIONS,
  why: WHY,
  reasons: REASONS,
} = outline;

interface Part {
  id: string;
  facts: readonly FactId[];
}

/** Values of these names are no numbers about the world. */
const OTHER_VALUES: Record<string, string> = {
  minutes: "computed from the text itself",
  title: "of a part of the page",
  address: "of the page",
  checked: "the day on which our sources were seen",
  seen: "the day on which our sources were seen",
  published: "the day of a source",
  kind: "of a source",
  source: "its name",
  lawStatus: "a choice of words",
  deleteBy: "a setting",
  unit: "a choice of words",
  count: "our signatures",
  others: "our signatures",
  names: "of signers",
  recipient: "of the signatures",
  organisation: "who is responsible",
  representative: "who is responsible",
  date: "of handing them over",
};

/** Numbers that stand in the texts themselves. */
const WRITTEN: Record<string, string> = {
  "article.meta.title": "the ten risks",
  "article.meta.description": "the ten risks",
  "article.hero.title": "the ten risks",
  "article.hero.lede": "the ten risks",
  "article.risks.title": "the ten risks",
  "home.why.article": "the ten risks",
  "article.scene.third": "two lessons, both of them said",
  "article.bridges.seen.text": "two questions, both of them asked",
  "article.bridges.power.text": "the last four of the ten risks",
  "article.objections.lede": "the five objections",
  "article.risks.privacy.answer": "payer and payee are two",
  "article.risks.manipulation.text": "in both cases",
  "article.risks.manipulation.answer": "one to one, as the ECB says",
  "article.risks.intermediary.text": "third parties",
  "article.risks.intermediary.answer": "between payer and payee, who are two",
  "home.honesty.appeal.text": "the Tweede Kamer is a name",
  "home.figures.payments.claim": "one in two: cashShare, see below",
};

/** A language without any is read for digits alone. */
const NUMBER_WORDS: Partial<Record<Language, RegExp>> = {
  de: /^(zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|zwanzig|hundert|tausend|million|milliarde|halb(?:e[nrs]?)?$|hälfte|drittel|viertel|doppelt|dutzend|zweite|eins$)/,
  en: /^(two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|twenty|hundreds?|thousands?|millions?|billions?|half|thirds?|quarters?|double|twice|dozens?)$/,
  fr: /^(deux|trois|quatre|cinq|six|sept|huit|neuf|dix|onze|douze|vingt|cents?|mille|milliers?|millions?|milliards?|moitié|quart|double|douzaine)$/,
  // "Sei" is "you are", too.
  it: /^(due|tre|quattro|cinque|sette|otto|nove|dieci|undici|dodici|venti|cento|mille|mila|migliaia|milion[ei]|miliard[oi]|metà|terzo|quarto|doppio|dozzina)$/,
  es: /^(dos|tres|cuatro|cinco|seis|siete|ocho|nueve|diez|once|doce|veinte|cien|cientos?|mil|miles|millón|millones|mitad|tercio|doble|docena)$/,
  pl: /^(dwa|dwie|dwóch|dwoma|trzy$|trzech|cztery|czterech|pięć|pięciu|sześć|siedem|osiem|dziewięć|dziesięć|dziesięciu|dwanaście|dwadzieścia|sto|stu|tysią|milion|miliard|połow|ćwierć|tuzin|dwukrotn)/,
  nl: /^(twee|drie|vier|vijf|zes|zeven|acht$|negen|tien|elf|twaalf|twintig|honderd|duizend|miljoen|miljard|helft|half|kwart|dubbel|dozijn)/,
};

interface Spoken {
  /** What stands in the message itself. */
  words: string[];
  /** The names of the values that it takes. */
  names: string[];
}

const HERE: Partial<Record<Language, readonly FactId[]>> = REASONS[2].here;

const hereIn = (language: Language) => HERE[language] ?? [];

const namesOf = (id: FactId) => Object.keys(FACTS[id].values);

const valueNames = Object.values<Fact>(FACTS).flatMap(({ values }) => Object.keys(values));

describe.each(LANGUAGES)("in %s", (language) => {
  const texts = spokenIn(language);

  test("every number of article, charts, home page and page for the press comes from the facts, by its name", () => {
    const isKnown = (name: string) => valueNames.includes(name) || Object.hasOwn(OTHER_VALUES, name);
    const unknown = texts.flatMap(([key, { names }]) =>
      names.filter((name) => !isKnown(name)).map((name) => `${key}: ${name}`),
    );
    expect(unknown).toEqual([]);
  });

  test("no number is written into a text, in figures or in words, but for those with a reason", () => {
    const isNumber = (word: string) => /\d/.test(word) || NUMBER_WORDS[language]?.test(word.toLowerCase()) === true;
    const written = texts.flatMap(([key, { words }]) => words.filter(isNumber).map((word) => ({ key, word })));
    expect(written.filter(({ key }) => !Object.hasOwn(WRITTEN, key))).toEqual([]);
  });

  test("the sources beneath a part of the article or a chart are those of its numbers", () => {
    const parts: [prefix: string, part: Part][] = [
      ["article.scene.", SCENE],
      ...SUMMARY.map((part): [string, Part] => [`article.summary.${part.id}.`, part]),
      ...RISKS.map((part): [string, Part] => [`article.risks.${part.id}.`, part]),
      ...REASONS.map(({ id, facts, ...part }): [string, Part] => [
        `article.why.${id}.`,
        { id, facts: [...facts, ...("here" in part ? hereIn(language) : [])] },
      ]),
      ["article.why.lede", WHY],
      ...OBJECTIONS.map((part): [string, Part] => [`article.objections.${part.id}.`, part]),
      ["article.objections.lede", { id: "lede", facts: [] }],
      ...BRIDGES.map(({ id }): [string, Part] => [`article.bridges.${id}.`, { id, facts: [] }]),
      ["article.conclusion.", { id: "conclusion", facts: [] }],
      ...CHART_IDS.map((id): [string, Part] => [`charts.${id}.`, { id, facts: CHARTS[id] }]),
    ];
    const foreign = parts.flatMap(([prefix, { facts }]) => {
      const own = facts.flatMap((id: FactId) => Object.keys(FACTS[id].values));
      const said = texts.filter(([key]) => key.startsWith(prefix)).flatMap(([, { names }]) => names);
      return said.filter((name) => valueNames.includes(name) && !own.includes(name)).map((name) => `${prefix} ${name}`);
    });
    expect(foreign).toEqual([]);
  });

  test("every number that the facts hold is said", () => {
    const said = new Set(texts.flatMap(([, { names }]) => names));
    const local = new Set(Object.values(HERE).flat().flatMap(namesOf));
    expect(valueNames.filter((name) => !said.has(name) && !local.has(name))).toEqual([]);
  });
});

test("every number of one country's law is said in a language of its readers", () => {
  const unsaid = LANGUAGES.flatMap((language) => hereIn(language).flatMap(namesOf)).filter(
    (name) =>
      !LANGUAGES.some(
        (language) =>
          hereIn(language).flatMap(namesOf).includes(name) && spokenIn(language).some(([, { names }]) => names.includes(name)),
      ),
  );
  expect(unsaid).toEqual([]);
});

test("an Italian article before a fact is the one that its number needs: l’8, l’11, otherwise il", () => {
  const t = translator("it", { it: compileMessages("it", { forBrowser: false }) });
  const said = spokenIn("it").filter(([, { names }]) => names.length > 0 && names.every((name) => name in valuesIn("it")));
  const texts = said.map(([key]) => t(key as MessageKey, valuesIn("it")));
  expect(texts.length).toBeGreaterThan(20);
  const wrong = texts.flatMap(
    (text) => text.match(/(?<!\p{L})(?:il|al|dal|del|nel|sul)\s(?:8\d?|11)(?!\d)|l’(?!8|11(?!\d))\d/giu) ?? [],
  );
  expect(wrong).toEqual([]);
});

test("a little more than one payment in two was made in cash, as the home page says in words", () => {
  const { percent } = FACTS.cashUse.values.cashShare;
  expect(percent).toBeGreaterThan(50);
  expect(percent).toBeLessThan(55);
});

test("there are ten risks and five objections, as the texts say in words", () => {
  expect(RISKS).toHaveLength(10);
  expect(OBJECTIONS).toHaveLength(5);
  const last = BRIDGES.find(({ id }) => id === "power")?.before;
  expect(RISKS.slice(RISKS.findIndex(({ id }) => id === last))).toHaveLength(4);
});

/** What nobody can prove. */
const UNPROVABLE =
  /niemand will|unumkehrbar|nobody (?:wants|proposes)|irrevocabl|irreversibl|personne ne (?:veut|propose)|nessuno (?:vuole|propone)|irrevocabil|nadie (?:quiere|propone)|nikt nie (?:chce|proponuje)|nieodwołaln|nieodwracaln|niemand (?:wil|stelt)|onherroepelijk|onomkeerbaar/i;

test.each(LANGUAGES)("in %s no text of the article, a chart or the home page says what nobody can prove", (language) => {
  const claims = spokenIn(language).filter(([, { words }]) => UNPROVABLE.test(words.join(" ")));
  expect(claims.map(([key]) => key)).toEqual([]);
});

function spokenIn(language: Language): [key: string, Spoken][] {
  const catalogue = compileMessages(language, { forBrowser: false });
  return Object.entries(catalogue)
    .filter(
      ([key]) =>
        /^(?:article|charts|home|material\.press\.figures)\./.test(key) &&
        !/^article\.sources\.|^home\.figures\.(?:space|behaviour)$/.test(key),
    )
    .map(([key, message]): [string, Spoken] => [key, spoken(message)]);
}

/** A compiled message is a text, or a list of texts and holes: `[name]`, `[name, kind, branches]`, `[tag, …children]`. */
function spoken(message: CompiledMessage | unknown): Spoken {
  if (typeof message === "string") return { words: message.match(/[\p{L}\p{N}]+/gu) ?? [], names: [] };
  if (!Array.isArray(message)) return { words: [], names: [] };
  return joined(message.map((node) => (Array.isArray(node) ? spokenByHole(node) : spoken(node))));
}

function spokenByHole(hole: unknown[]): Spoken {
  const [name, kind, branches] = hole as [string, unknown, unknown];
  if (hole.length === 1) return { words: [], names: [name] };
  if (typeof kind !== "number") return spoken(hole.slice(1));
  const inner = typeof branches === "object" && branches !== null ? Object.values(branches).map(spoken) : [];
  return joined([{ words: [], names: [name] }, ...inner]);
}

function joined(all: Spoken[]): Spoken {
  return { words: all.flatMap(({ words }) => words), names: all.flatMap(({ names }) => names) };
}
