import type { Translate } from "../../messages/translate.ts";
import type { Language } from "../../petition/language.ts";
import { referencesOf, type Sources, sourcesOf, type TextOf } from "../facts/sources.server.ts";
import { valuesIn } from "../facts/values.server.ts";
import { ARTICLE } from "../our-article.server.ts";
import { translatorsOf } from "../translators.server.ts";
import type { Outline, Part } from "./article-plan.ts";

type Cite = (...facts: readonly string[]) => Sources;

export type ArticleContent = ReturnType<typeof articleIn>;
type Chapter = ReturnType<typeof chaptersIn>[number];
export type RiskCard = ReturnType<typeof cardIn>;

/** A line of the list of contents; a risk has a number. */
export interface ContentsLine {
  id: string;
  title: string;
  number?: number;
  within?: ContentsLine[];
}

const translatorFor = translatorsOf(
  import.meta.glob("../../messages/*/article.json", { eager: true, import: "default" }),
  import.meta.glob("#campaign/messages/*/article.json", { eager: true, import: "default" }),
);

const written = new Map<Language, ReturnType<typeof write>>();

/** Facts and texts stay the same while the server runs; only the count changes. */
function writtenIn(language: Language) {
  const known = written.get(language) ?? write(language);
  written.set(language, known);
  return known;
}

export function articleIn(language: Language, signatureCount: number | null) {
  const { article, textOf } = writtenIn(language);
  const signed = signatureCount === null ? null : textOf("article.call.signed", { count: signatureCount });
  return { ...article, call: { ...article.call, signed } };
}

/** For the head of a printed page, from which no link leads back. */
export function printedAddress(language: Language, address: string): string {
  return writtenIn(language).textOf("article.printed", { address });
}

/** Polish ends no line with a word of one letter. */
function joined(language: Language, text: string): string {
  return language === "pl" ? text.replace(/(?<=^|\s)([aiouwz])\s/giu, "$1\u00a0") : text;
}

function write(language: Language) {
  if (!ARTICLE) throw new Error("This campaign has no article");
  const { outline, charts } = ARTICLE;
  const { scene, objections, why, reasons } = outline;
  const t = translatorFor(language);
  const values = valuesIn(language);
  const textOf: TextOf = (key, more) => joined(language, t(key, { ...values, ...more }));
  const cite: Cite = (...facts) => sourcesOf(facts, language, textOf);
  const text = {
    meta: { title: textOf("article.meta.title"), description: textOf("article.meta.description") },
    badge: textOf("article.hero.badge"),
    title: titleIn(t),
    lede: textOf("article.hero.lede"),
    checked: textOf("article.hero.checked"),
    scene: {
      title: textOf("article.scene.title"),
      paragraphs: [textOf("article.scene.first"), textOf("article.scene.second"), textOf("article.scene.third")],
      sources: cite(...scene.facts),
    },
    summary: summaryIn(outline, textOf, cite),
    invite: { enough: textOf("article.invite.enough"), pass: textOf("article.invite.pass") },
    risks: {
      title: textOf("article.risks.title"),
      answer: textOf("article.risks.answer"),
      answersFrom: textOf("article.risks.answersFrom"),
      whole: { open: textOf("article.whole.open"), close: textOf("article.whole.close") },
      chapters: chaptersIn(outline, textOf, (...facts) => sourcesOf(facts, language, textOf, outline.answersFrom)),
    },
    objections: {
      title: textOf("article.objections.title"),
      lede: textOf("article.objections.lede"),
      claims: objections.map(({ id, facts }) => ({
        id,
        title: textOf(`article.objections.${id}.claim`),
        text: textOf(`article.objections.${id}.text`),
        sources: cite(...facts),
      })),
    },
    why: {
      title: textOf("article.why.title"),
      lede: textOf("article.why.lede"),
      sources: cite(...why.facts),
      chart: outline.whyChart,
      reasons: reasons.map(({ id, facts, here }) => ({
        id,
        title: textOf(`article.why.${id}.title`),
        text: [textOf(`article.why.${id}.text`), ...(here ? [textOf(`article.why.${id}.here`)] : [])].join(" "),
        sources: cite(...facts, ...(here?.[language] ?? [])),
      })),
    },
    conclusion: {
      kind: textOf("article.kinds.opinion"),
      title: textOf("article.conclusion.title"),
      paragraphs: [textOf("article.conclusion.first"), textOf("article.conclusion.second"), textOf("article.conclusion.third")],
    },
    call: { title: textOf("article.call.title"), button: textOf("article.call.button") },
  };
  const parts: Part[] = [scene, ...outline.summary, ...outline.risks, ...objections, why, ...reasons];
  const article = {
    ...text,
    readingTime: textOf("article.readingTime", { minutes: minutesToRead(text) }),
    contents: { title: textOf("article.contents.title"), entries: entriesOf(text) },
    sources: referencesOf(
      [...parts, ...Object.values(charts)].flatMap(({ facts, ...part }) => [
        ...facts,
        ...("here" in part ? (part.here?.[language] ?? []) : []),
      ]),
      language,
      textOf,
    ),
  };
  return { article, textOf };
}

/** A part that must stay on one line is in an object. */
function titleIn(t: Translate) {
  const title = t.rich<{ whole: string }>("article.hero.title", { whole: (parts) => ({ whole: parts.join("") }) });
  return Array.isArray(title) ? title : [title];
}

function summaryIn({ summary, summaryChart }: Outline, textOf: TextOf, cite: Cite) {
  return {
    title: textOf("article.summary.title"),
    items: summary.map(({ id, isAnswered }) => ({
      id,
      title: textOf(`article.summary.${id}.title`),
      text: [textOf(`article.summary.${id}.text`), ...(isAnswered ? [textOf(`article.summary.${id}.answer`)] : [])].join(" "),
    })),
    sources: cite(...summary.flatMap(({ facts }) => facts)),
    chart: summaryChart,
  };
}

function chaptersIn({ risks, bridges }: Outline, textOf: TextOf, cite: Cite) {
  const cards = risks.map((risk, place) => cardIn(risk, place + 1, textOf, cite));
  const starts = bridges.map(({ before }) => cards.findIndex(({ id }) => id === before));
  return bridges.map(({ id }, place) => ({
    id,
    title: textOf(`article.bridges.${id}.title`),
    text: textOf(`article.bridges.${id}.text`),
    cards: cards.slice(starts[place], starts[place + 1]),
  }));
}

function cardIn({ id, facts, pair = [], chart }: Outline["risks"][number], number: number, textOf: TextOf, cite: Cite) {
  const kind = textOf(`article.risks.${id}.kind`);
  return {
    id,
    number,
    kind,
    anchor: textOf("article.anchor", { title: kind }),
    title: textOf(`article.risks.${id}.title`),
    text: textOf(`article.risks.${id}.text`),
    answered: textOf(`article.risks.${id}.answer`),
    figures: pair.map((name) => ({
      label: textOf(`article.risks.${id}.${name}`),
      figure: textOf(`article.risks.${id}.${name}Figure`),
    })),
    chart: chart ?? null,
    sources: cite(...facts),
  };
}

type Titled = Record<"scene" | "summary" | "objections" | "why" | "conclusion", { title: string }>;

function entriesOf({ risks, ...parts }: Titled & { risks: { chapters: Chapter[] } }): ContentsLine[] {
  const entry = (id: keyof Titled): ContentsLine => ({ id, title: parts[id].title });
  const chapters = risks.chapters.map(({ id, title, cards }) => ({
    id,
    title,
    within: cards.map(({ id, kind, number }) => ({ id, title: kind, number })),
  }));
  return [entry("scene"), entry("summary"), ...chapters, entry("objections"), entry("why"), entry("conclusion")];
}

const WORDS_A_MINUTE = 200;
const NOT_READ = ["sources", "meta", "contents", "id", "anchor", "chart"];

/** Without sources. At least one minute. */
export function minutesToRead(content: object): number {
  return Math.max(1, Math.round(wordsIn(content) / WORDS_A_MINUTE));
}

function wordsIn(content: unknown): number {
  if (typeof content === "string") return content.match(/\p{L}[\p{L}\p{M}’'-]*|\p{N}[\p{N}.,]*/gu)?.length ?? 0;
  if (typeof content !== "object" || content === null) return 0;
  return Object.entries(content)
    .filter(([name]) => !NOT_READ.includes(name))
    .reduce((sum, [, part]) => sum + wordsIn(part), 0);
}
