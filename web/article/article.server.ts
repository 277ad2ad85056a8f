import type { Translate } from "../../messages/translate.ts";
import type { Language } from "../../petition/language.ts";
import { type Said, sourcesOf } from "../facts/sources.server.ts";
import type { Sources } from "../facts/sources.ts";
import { ARTICLE } from "../our-article.server.ts";
import type { ArticlePlan } from "./article-plan.ts";
import type { ArticleContent, Chapter, ContentsLine, RiskCard } from "./content.ts";
import type { Outline, Part } from "./outline.ts";
import { minutesToRead } from "./reading-time.ts";
import { voiceOf } from "./voice.server.ts";

type Cite = (...facts: readonly string[]) => Sources;

type Written = Omit<ArticleContent, "call"> & { call: Omit<ArticleContent["call"], "signed"> };

const written = new Map<Language, Written>();

/** Facts and texts stay as they are while the server runs: only the count is said anew. */
export function articleIn(language: Language, signatureCount: number | null): ArticleContent {
  const article = written.get(language) ?? write(language, ourArticle());
  written.set(language, article);
  const signed = signatureCount === null ? null : voiceOf(language).said("article.call.signed", { count: signatureCount });
  return { ...article, call: { ...article.call, signed } };
}

function ourArticle(): ArticlePlan {
  if (!ARTICLE) throw new Error("This campaign has no article");
  return ARTICLE;
}

function write(language: Language, { outline, charts }: ArticlePlan): Written {
  const { scene, objections, why, reasons, conclusion } = outline;
  const { t, said } = voiceOf(language);
  const cite: Cite = (...facts) => sourcesOf(facts, language, said);
  const text = {
    meta: { title: said("article.meta.title"), description: said("article.meta.description") },
    badge: said("article.hero.badge"),
    title: titleIn(t),
    lede: said("article.hero.lede"),
    checked: said("article.hero.checked"),
    scene: {
      title: said("article.scene.title"),
      paragraphs: [said("article.scene.first"), said("article.scene.second"), said("article.scene.third")],
      sources: cite(...scene.facts),
    },
    summary: summaryIn(outline, said, cite),
    invite: { enough: said("article.invite.enough"), pass: said("article.invite.pass") },
    risks: {
      title: said("article.risks.title"),
      answer: said("article.risks.answer"),
      chapters: chaptersIn(outline, said, cite),
    },
    objections: {
      title: said("article.objections.title"),
      lede: said("article.objections.lede"),
      claims: objections.map(({ id, facts }) => ({
        id,
        title: said(`article.objections.${id}.claim`),
        text: said(`article.objections.${id}.text`),
        sources: cite(...facts),
      })),
    },
    why: {
      title: said("article.why.title"),
      lede: said("article.why.lede"),
      sources: cite(...why.facts),
      chart: outline.whyChart,
      reasons: reasons.map(({ id, facts }) => ({
        id,
        title: said(`article.why.${id}.title`),
        text: said(`article.why.${id}.text`),
        sources: cite(...facts),
      })),
    },
    conclusion: {
      kind: said("article.kinds.opinion"),
      title: said("article.conclusion.title"),
      paragraphs: [said("article.conclusion.first"), said("article.conclusion.second"), said("article.conclusion.third")],
      sources: cite(...conclusion.facts),
    },
    call: { title: said("article.call.title"), button: said("article.call.button") },
  };
  return {
    ...text,
    readingTime: said("article.readingTime", { minutes: minutesToRead(text) }),
    contents: { title: said("article.contents.title"), entries: entriesOf(text) },
    sources: cite(...[...partsOf(outline), ...Object.values(charts)].flatMap(({ facts }) => facts)),
  };
}

/** For the head of a printed page, from which no link leads back. */
export function printedAddress(language: Language, address: string): string {
  return voiceOf(language).said("article.printed", { address });
}

function partsOf({ scene, summary, risks, objections, why, reasons, conclusion }: Outline): Part[] {
  return [scene, ...summary, ...risks, ...objections, why, ...reasons, conclusion];
}

function titleIn(t: Translate): ArticleContent["title"] {
  const title = t.rich<{ whole: string }>("article.hero.title", { whole: (parts) => ({ whole: parts.join("") }) });
  return Array.isArray(title) ? title : [title];
}

function summaryIn({ summary, summaryChart }: Outline, said: Said, cite: Cite): ArticleContent["summary"] {
  return {
    title: said("article.summary.title"),
    items: summary.map(({ id, isAnswered }) => ({
      id,
      title: said(`article.summary.${id}.title`),
      text: [said(`article.summary.${id}.text`), ...(isAnswered ? [said(`article.summary.${id}.answer`)] : [])].join(" "),
    })),
    sources: cite(...summary.flatMap(({ facts }) => facts)),
    chart: summaryChart,
  };
}

function chaptersIn({ risks, bridges }: Outline, said: Said, cite: Cite): Chapter[] {
  const cards = risks.map((risk, place) => cardIn(risk, place + 1, said, cite));
  const starts = bridges.map(({ before }) => cards.findIndex(({ id }) => id === before));
  return bridges.map(({ id }, place) => ({
    id,
    title: said(`article.bridges.${id}.title`),
    text: said(`article.bridges.${id}.text`),
    cards: cards.slice(starts[place], starts[place + 1]),
  }));
}

function cardIn({ id, facts, pair = [], chart }: Outline["risks"][number], number: number, said: Said, cite: Cite): RiskCard {
  const kind = said(`article.risks.${id}.kind`);
  return {
    id,
    number,
    kind,
    anchor: said("article.anchor", { title: kind }),
    title: said(`article.risks.${id}.title`),
    text: said(`article.risks.${id}.text`),
    answered: said(`article.risks.${id}.answer`),
    figures: pair.map((name) => ({
      label: said(`article.risks.${id}.${name}`),
      figure: said(`article.risks.${id}.${name}Figure`),
    })),
    chart: chart ?? null,
    sources: cite(...facts),
  };
}

type Titled = Record<"scene" | "summary" | "objections" | "why" | "conclusion", { title: string }>;

/** In the order of the page. */
function entriesOf({ risks, ...parts }: Titled & Pick<ArticleContent, "risks">): ContentsLine[] {
  const entry = (id: keyof Titled): ContentsLine => ({ id, title: parts[id].title });
  const chapters = risks.chapters.map(({ id, title, cards }) => ({
    id,
    title,
    within: cards.map(({ id, kind, number }) => ({ id, title: kind, number })),
  }));
  return [entry("scene"), entry("summary"), ...chapters, entry("objections"), entry("why"), entry("conclusion")];
}
