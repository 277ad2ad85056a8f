import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { CompiledMessage } from "icu-minify/format";
import { describe, expect, test } from "vitest";
import { DEFAULT_LANGUAGE, LANGUAGES, type Language } from "../petition/language.ts";
import { compileMessages, readMessages } from "./catalogue.ts";
import type { MessageKey } from "./keys.ts";
import { translator } from "./translate.ts";

/** Keys that no source names in full, as they are composed there: lists of like things, and settings. */
// biome-ignore-start lint/suspicious/noTemplateCurlyInString: quoted from the sources
const COMPOSED = [
  "article.why.${id}.here",
  "accessibility.${id}.title",
  "accessibility.limits.${name}",
  "accessibility.meaning.${name}",
  "alarms.condition.${condition}",
  "alarms.title.${event}",
  "article.bridges.${id}.text",
  "article.bridges.${id}.title",
  "article.kinds.${kind}",
  "article.objections.${id}.claim",
  "article.objections.${id}.text",
  "article.risks.${id}.${name}",
  "article.risks.${id}.${name}Figure",
  "article.risks.${id}.answer",
  "article.risks.${id}.kind",
  "article.risks.${id}.text",
  "article.risks.${id}.title",
  "article.sourceLine.${seen.at}",
  "article.sources.${id}",
  "article.summary.${id}.answer",
  "article.summary.${id}.text",
  "article.summary.${id}.title",
  "article.why.${id}.text",
  "article.why.${id}.title",
  "audit.action.${action}",
  "audit.detail.${name}",
  "audit.kind.${kind}",
  "audit.value.${value}",
  "audit.who.${who}",
  "charts.${id}.says",
  "charts.${id}.title",
  "confirmation.${SHOWN[view.outcome][1]}.hint",
  "confirmation.${why}.title",
  "confirmation.name.${heading}",
  "confirmation.suppression.${outcome}.message",
  "confirmation.suppression.${outcome}.title",
  "consent.${outcome}",
  "administration-collection.${kind}.ask",
  "administration-collection.${kind}.confirm",
  "administration-collection.${kind}.consequence",
  "administration-collection.${kind}.done",
  "administration-collection.${one}.hint",
  "administration-collection.${one}.label",
  "administration-collection.${status}.day",
  "administration-collection.${status}.dayHint",
  "administration-collection.${status}.label",
  "administration-installation.${alarm.kind}.title",
  "administration-installation.${alarm.kind}.todo",
  "administration-log.fault.${fault}.title",
  "administration-log.fault.${fault}.meaning",
  "administration-log.fault.${fault}.todo",
  "administration-paper.act.${of}",
  "administration-paper.done.${answer.outcome}",
  "administration-paper.form.${of}.hint",
  "administration-paper.form.${of}.submit",
  "administration-paper.form.${of}.title",
  "administration-paper.label.${of}",
  "administration-paper.line.${line}",
  "administration-paper.state.${state}",
  "administration.figures.${name}",
  "administration.peak.cause.${cause}",
  "administration.charts.funnel.${step}",
  "administration.list.${visibility}",
  "administration.nav.${view}",
  "administration.operations.figure.${name}",
  "administration.operations.task.${name}",
  "administration.sender.outcome.${finding.outcome}",
  "administration.sender.outcome.${smtp.outcome}",
  "administration.toDo.${of}",
  "collection.answer.${status}.text",
  "collection.answer.${status}.title",
  "confirmation.answer.${outcome}",
  "errors.${kind}.text",
  "errors.${kind}.title",
  "export.format.${choice}",
  "handover.check.${key}",
  "handover.check.${step}",
  "handover.check.finding.${fault}",
  "handover.letter.files.${of as keyof typeof FILES}",
  "handover.report.${column}",
  "handover.report.onPaper.${reason}",
  "home.figures.${lead.says}.claim",
  "home.figures.${lead.says}.text",
  "home.figures.${named}",
  "home.figures.${one.says}",
  "home.why.${group}.${id}",
  "home.why.${group}.title",
  "home.why.demands.${id}",
  "legal.advocacy.${id}.text",
  "legal.advocacy.${id}.title",
  "legal.disclaimers.${id}.text",
  "legal.disclaimers.${id}.title",
  "mail.email.${of}.button",
  "mail.email.${of}.invitation",
  "mail.email.${of}.lead",
  "mail.email.${of}.nothing",
  "mail.email.${of}.preview",
  "mail.email.${of}.subject",
  "mail.email.breach.${page.of}",
  "mail.email.confirmation.${visibility}",
  "material.pictures.${picture.id}",
  "material.pieces.${id}.text",
  "material.pieces.${id}.title",
  "material.pieces.${piece.id}.text",
  "material.pieces.${piece.id}.title",
  "material.press.figures.${says}",
  "material.print.${piece.after}",
  "paper.answer.${code}",
  "personal.${outcome}.message",
  "personal.${outcome}.title",
  "personal.address.${outcome}.message",
  "personal.address.${outcome}.title",
  "personal.address.${result.of}.button",
  "personal.address.${result.of}.message",
  "personal.address.${result.of}.title",
  "personal.change.${result.outcome}",
  "personal.consent.title.${kind}",
  "personal.answer.group.${name}",
  "personal.answer.label.${name}",
  "personal.answer.reason.${reason}",
  "personal.answer.status.${value as Status}",
  "personal.answer.suppressed.${reason}",
  "personal.answer.until.${until.till}",
  "personal.answer.why.${why}",
  "privacy.${id}.${name}",
  "privacy.device.analytics.${facts.analytics}",
  "privacy.duration.${unit}",
  "privacy.recipients.spreadsheet.${facts.spreadsheet}",
  "suspicion.${act}.all",
  "suspicion.${act}.confirm",
  "suspicion.${act}.consequence",
  "suspicion.${act}.done",
  "suspicion.${act}.question",
  'suspicion.${move?.act ?? "quarantine"}.title',
  "suspicion.acts.search.${search}",
  "suspicion.reason.${reason}",
  "suspicion.state.${state}",
  "transparency.${log}",
  "transparency.fault.${fault}",
  "transparency.head.${said}",
  "transparency.history.meaning.${reason}",
  "transparency.history.reason.${reason}",
  "transparency.paper.${head}",
  "transparency.paper.${point}.text",
  "transparency.paper.${point}.title",
  "transparency.paper.reason.${reason}",
  "transparency.recount.${name}",
  "transparency.recount.fault.${fault}",
  "transparency.recount.step.${step}",
  "transparency.verify.${checked.outcome}.title",
  "transparency.verify.${fault}",
  "transparency.verify.false.${checked.fault}",
  "transparency.verify.state.${state}",
  "transparency.verify.step.${step}",
  "withdrawal.answer.${done.deleteBy}",
  "withdrawal.done.${deleteBy}",
  "withdrawal.form.submit.${deleteBy}",
  "withdrawal.lede.${deleteBy}",
  "withdrawal.link.${outcome}.message",
  "withdrawal.link.${outcome}.title",
  "withdrawal.restore.${of}.message",
  "withdrawal.restore.${of}.title",
  "withdrawal.what.${part}",
  "withdrawal.what.undo.${deleteBy}",
];
// biome-ignore-end lint/suspicious/noTemplateCurlyInString: up to here

/** Says the law where the language is spoken, with the numbers of that law. */
const OF_ONE_COUNTRY = "article.why.freedom.here";

const HOLE = /\$\{.*?\}/;

const texts = byLanguage(readMessages);
const catalogues = byLanguage((language) => compileMessages(language, { forBrowser: false }));
const germanTexts = texts[DEFAULT_LANGUAGE];
const germanCatalogue = catalogues[DEFAULT_LANGUAGE];
const translations = LANGUAGES.filter((language) => language !== DEFAULT_LANGUAGE);

describe.each(LANGUAGES)("messages in %s", (language) => {
  test("no text is empty or has space at its ends", () => {
    expect(keysOf(texts[language], (text) => text === "" || text !== text.trim())).toEqual([]);
  });

  test("apostrophes are typographic (’), since the straight one is ICU’s escape character", () => {
    expect(keysOf(texts[language], (text) => text.includes("'"))).toEqual([]);
  });

  test("what goes on is an ellipsis (…), but for the one text that is promised with dots", () => {
    const quoted = language === DEFAULT_LANGUAGE ? ["confirmation.verifying"] : [];
    expect(keysOf(texts[language], (text) => text.includes("..."))).toEqual(quoted);
  });

  test("each plural has the categories that the language needs, and no other", () => {
    const wrong = Object.entries(catalogues[language]).flatMap(([key, message]) =>
      holesOf(message)
        .filter(({ kind, branches }) => kind === "plural" && !areCategoriesOf(language, branches))
        .map(({ name, branches }) => `${key}: {${name}, plural} has ${branches.join(", ")}`),
    );
    expect(wrong).toEqual([]);
  });

  test("each message can be said with each of its choices and any number", () => {
    const t = translator(language, catalogues);
    for (const [key, message] of Object.entries(catalogues[language]))
      for (const values of sampleValues(holesOf(message)))
        expect(JSON.stringify(t.rich(key as MessageKey, values)), key).not.toMatch(/undefined|NaN|\[object/);
  });
});

describe.each(translations)("messages in %s, measured by German", (language) => {
  test("stand in the same files", () => {
    expect(filesOf(language)).toEqual(filesOf(DEFAULT_LANGUAGE));
  });

  test("lack no message and have none too many", () => {
    const missing = [...germanTexts.keys()].filter((key) => !texts[language].has(key));
    const extra = [...texts[language].keys()].filter((key) => !germanTexts.has(key));
    expect({ missing, extra }).toEqual({ missing: [], extra: [] });
  });

  test("take the same values and tags, each of the same kind", () => {
    const differing = Object.entries(catalogues[language])
      .map(([key, message]) => ({ key, here: signatureOf(message), german: signatureOf(germanCatalogue[key] ?? "") }))
      .filter(({ key, here, german }) => key in germanCatalogue && key !== OF_ONE_COUNTRY && here !== german);
    expect(differing).toEqual([]);
  });
});

test("each message is said somewhere by the pages or the server", () => {
  const quotedOrNamed = sources().matchAll(/"([\w.-]+)"|\b(\w+):/g);
  const named = new Set([...quotedOrNamed].map(([, quoted, field]) => quoted ?? field ?? ""));
  const patterns = COMPOSED.map((template) => new RegExp(`^${template.split(HOLE).join("([^.]+)")}$`));
  const isSaid = (parts: string[]) => parts.every((name) => named.has(name));
  const isComposed = (key: string) => patterns.some((pattern) => isSaid(pattern.exec(key)?.slice(1) ?? [""]));
  expect([...germanTexts.keys()].filter((key) => !named.has(key) && !isComposed(key))).toEqual([]);
});

test("each key that is listed as composed still is", () => {
  const said = sources();
  expect(COMPOSED.filter((template) => !said.includes(`\`${template}\``))).toEqual([]);
});

function byLanguage<Made>(make: (language: Language) => Made): Record<Language, Made> {
  return Object.fromEntries(LANGUAGES.map((language) => [language, make(language)])) as Record<Language, Made>;
}

function keysOf(messages: Map<string, string>, isWrong: (text: string) => boolean): string[] {
  return [...messages].filter(([, text]) => isWrong(text)).map(([key]) => key);
}

function filesOf(language: Language): string[] {
  return readdirSync(join(import.meta.dirname, language)).sort();
}

interface Hole {
  name: string;
  kind: "plain" | "select" | "plural" | "number" | "date" | "tag";
  /** The choices of a select, the categories of a plural. */
  branches: string[];
}

/** The numbers that mark a compiled hole's kind (`icu-minify`, types); a tag has its first child there. */
const KINDS: Record<number, Hole["kind"]> = { 1: "select", 2: "plural", 3: "plural", 4: "number", 5: "date", 6: "date" };

function holesOf(message: CompiledMessage | unknown): Hole[] {
  return Array.isArray(message) ? message.flatMap(holesOfNode) : [];
}

function holesOfNode(node: unknown): Hole[] {
  if (!Array.isArray(node)) return [];
  const [name, marker, options] = node as [string, unknown, unknown];
  if (node.length === 1) return [{ name, kind: "plain", branches: [] }];
  const kind = typeof marker === "number" ? KINDS[marker] : undefined;
  if (!kind) return [{ name, kind: "tag", branches: [] }, ...holesOf(node.slice(1))];
  if (kind !== "select" && kind !== "plural") return [{ name, kind, branches: [] }];
  const branches = options as Record<string, unknown>;
  return [{ name, kind, branches: Object.keys(branches).sort() }, ...Object.values(branches).flatMap(holesOf)];
}

/** The categories of a plural are the language's own affair. */
function signatureOf(message: CompiledMessage): string {
  const asked = holesOf(message).map(({ name, kind, branches }) =>
    kind === "select" ? `${name}: ${branches.join("|")}` : `${name}: ${kind === "plural" ? "number" : kind}`,
  );
  return [...new Set(asked)].sort().join(", ");
}

/** In the Romance languages "many" is for millions written in figures, which need no form of their own here. */
const OPTIONAL_CATEGORY = "many";

function areCategoriesOf(language: Language, branches: string[]): boolean {
  const known: string[] = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  const needed = known.filter((category) => language === "pl" || category !== OPTIONAL_CATEGORY);
  const given = branches.filter((branch) => !branch.startsWith("="));
  return needed.every((category) => given.includes(category)) && given.every((category) => known.includes(category));
}

function sampleValues(holes: Hole[]) {
  const choices = Math.max(1, ...holes.map(({ kind, branches }) => (kind === "select" ? branches.length : 1)));
  const numbers = [0, 1, 2, 5, 1_000_000];
  return numbers.flatMap((number) =>
    Array.from({ length: choices }, (_, choice) =>
      Object.fromEntries(holes.map((hole) => [hole.name, sampleOf(hole, number, choice)])),
    ),
  );
}

function sampleOf({ kind, branches }: Hole, number: number, choice: number) {
  switch (kind) {
    case "plural":
    case "number":
      return number;
    case "select":
      return branches[choice % branches.length] ?? "other";
    case "date":
      return new Date(0);
    case "tag":
      return (children: unknown[]) => children.join("");
    default:
      return "Anna";
  }
}

function sources(): string {
  return ["web", "server", "petition", "contract", "campaign"]
    .flatMap((room) => {
      const folder = join(import.meta.dirname, "..", room);
      return readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => join(folder, file));
    })
    .filter((file) => /\.tsx?$/.test(file) && !/\.test\.tsx?$/.test(file))
    .map((file) => readFileSync(file, "utf8"))
    .join("\n");
}
