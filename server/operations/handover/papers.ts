/** What the letter and the report say. */
import { dateAndTimeIn, dateIn, localeOf, numberFormat, type Translate } from "../../../messages/translate.ts";
import { pageIn } from "../../../petition/addresses.ts";
import { isLanguage, type Language } from "../../../petition/language.ts";
import { SMALLEST_LANGUAGE } from "../../../petition/small-groups.ts";
import { ADDED, PAPER, REMOVED } from "../../../petition/transparency/entry.ts";
import type { Numbers } from "../../../petition/transparency/numbers.ts";
import { PLACEHOLDER, petitionConfig } from "../../../petition.config.ts";
import type { Block, Paper } from "./pdf.ts";

export interface Papers {
  numbers: Numbers;
  /** Of the log, as signed notes write it: it signs the folder, and is what the check page shows. */
  key: string;
  /** Of the site. */
  address: string;
  now: Date;
  /** The present one in the papers' language. */
  text: { hash: string; written: string };
  /** Whose age key the names are encrypted for; null without names. */
  recipient: string | null;
}

const FILES = {
  report: "report.pdf",
  numbers: "numbers.json, numbers.csv",
  texts: "texts/",
  log: "log/",
  receipt: "receipt.tlog-proof",
  check: "check.html",
  manifest: "manifest.json, manifest.note",
} as const;

const COMMANDS = `sed -n 2p manifest.note | sha256sum --check
jq -r '.files[] | .sha256 + " *" + .path' manifest.json | sha256sum --check
npm run petition -- handover --check FOLDER`;

export function letterOf(papers: Papers, t: Translate): Paper {
  const { numbers, key, recipient, now } = papers;
  const { organisation, handover } = petitionConfig;
  const language = t.language as Language;
  const address = `${papers.address}${pageIn(language, "transparency")}`;
  const title = t("handover.letter.title", { name: t("frame.name") });
  const files = Object.entries(FILES).map(([of, paths]) => [paths, t(`handover.letter.files.${of as keyof typeof FILES}`)]);
  if (recipient !== null) files.push(["names.csv.age", t("handover.letter.files.names")]);
  return paperOf(papers, t, title, [
    text(filled([organisation.name, ...organisation.addressLines].join("\n"), t)),
    text(filled(handover.recipient[language], t)),
    text(dateIn(language, now, { dateStyle: "long" })),
    { style: "title", text: title },
    text(t("handover.letter.salutation")),
    text(t("handover.letter.handing", { name: t("frame.name") })),
    ...bothNumbers(numbers, t),
    heading(t("handover.letter.filesTitle")),
    { head: [t("handover.letter.file"), t("handover.letter.content")], rows: files, widths: [2, 5], numeric: 0 },
    heading(t("handover.letter.titleWithout")),
    text(recipient === null ? t("handover.letter.without") : t("handover.letter.withNames", { recipient })),
    heading(t("handover.letter.checkTitle")),
    {
      items: [
        t("handover.letter.steps.open"),
        t("handover.letter.steps.choose"),
        t("handover.letter.steps.compare", { address }),
      ],
    },
    { style: "code", text: key },
    text(t("handover.letter.why")),
    heading(t("handover.letter.othersTitle")),
    text(t("handover.letter.others")),
    { style: "code", text: COMMANDS },
    text(t("handover.letter.closing")),
    text(filled(`${organisation.name}\n${organisation.representative}`, t)),
  ]);
}

export function reportOf(papers: Papers, t: Translate): Paper {
  const { numbers, key, text: appeal } = papers;
  const title = t("handover.report.title", { name: t("frame.name") });
  const day = (at: 0 | -1) => dateIn(t.language, numbers.days.at(at)?.day ?? "", { dateStyle: "long", timeZone: "UTC" });
  const { date, time } = dateAndTimeIn(t.language, new Date(numbers.languagesAt));
  return paperOf(papers, t, title, [
    { style: "title", text: title },
    text(t("handover.report.period", { from: day(0), to: day(-1) })),
    heading(t("handover.report.numbersTitle")),
    ...bothNumbers(numbers, t),
    heading(t("handover.report.textTitle")),
    ...appeal.written.split("\n").map(text),
    text(t("handover.report.textHash", { hash: appeal.hash })),
    heading(t("handover.report.howTitle")),
    text(t("transparency.rules.confirmed")),
    text(t("transparency.rules.limit")),
    text(t("transparency.proof.count.text")),
    text(t("transparency.proof.fixed.text")),
    text(t("handover.report.howPaper")),
    heading(t("transparency.history.classes")),
    ...classes(numbers, t),
    heading(t("handover.report.languagesTitle")),
    text(t("handover.report.languages", { time: `${date}, ${time}`, smallest: SMALLEST_LANGUAGE })),
    languages(numbers, t),
    heading(t("transparency.head.title")),
    {
      head: [t("transparency.head.origin"), numbers.origin],
      rows: [
        [t("transparency.head.size"), figureIn(t, numbers.size)],
        [t("transparency.head.root"), numbers.root],
        [t("transparency.head.key", { count: 1 }), key],
      ],
      ...{ widths: [1, 4], numeric: 0 },
    },
    heading(t("handover.report.daysTitle")),
    days(numbers, t),
  ]);
}

function paperOf({ now }: Papers, t: Translate, title: string, blocks: Block[]): Paper {
  return { title, language: t.language, author: filled(petitionConfig.organisation.name, t), at: now, blocks };
}

function text(said: string): Block {
  return { style: "text", text: said };
}

function heading(said: string): Block {
  return { style: "heading", text: said };
}

function bothNumbers({ signatureCount, paperCount, size }: Numbers, t: Translate): Block[] {
  return [
    { style: "figure", text: t("handover.letter.online", { count: signatureCount }) },
    { style: "figure", text: t("handover.letter.paper", { count: paperCount }) },
    text(t("handover.letter.apart", { size })),
  ];
}

/** On paper, what each changed of its number; nothing where there is none. */
function classes({ added, removed, paper }: Numbers, t: Translate): Block[] {
  const counted: Partial<Record<string, number>> = { ...added, ...removed };
  const rows = [...ADDED, ...REMOVED].map((reason) => [
    t(`transparency.history.reason.${reason}`),
    t(`transparency.history.meaning.${reason}`),
    figureIn(t, counted[reason] ?? 0),
  ]);
  const onPaper = PAPER.filter((reason) => reason in paper);
  const count = t("handover.report.count");
  return [
    { head: [t("handover.report.reason"), t("handover.report.meaning"), count], rows, widths: [2, 6, 1], numeric: 1 },
    {
      head: [t("handover.report.paper"), count],
      rows: onPaper.map((reason) => [t(`handover.report.onPaper.${reason}`), figureIn(t, paper[reason] ?? 0)]),
      ...{ widths: [8, 1], numeric: 1 },
    },
  ];
}

function languages({ languages }: Numbers, t: Translate): Block {
  const names = new Intl.DisplayNames(localeOf(t.language), { type: "language" });
  const nameOf = (language: string) => (isLanguage(language) ? names.of(language) : null) ?? t("handover.report.other");
  const rows = languages.map(({ language, count }) => [nameOf(language), figureIn(t, count)]);
  return { head: [t("handover.report.language"), t("handover.report.count")], rows, widths: [3, 1], numeric: 1 };
}

function days({ days }: Numbers, t: Translate): Block {
  const sum = (counts: object) => Object.values(counts).reduce((all: number, one: number) => all + one, 0);
  return {
    head: (["day", "added", "removed", "online", "paper"] as const).map((column) => t(`handover.report.${column}`)),
    rows: days.map(({ day, added, removed, signatureCount, paperCount }) => [
      dateIn(t.language, day, { dateStyle: "medium", timeZone: "UTC" }),
      ...[sum(added), sum(removed), signatureCount, paperCount].map((figure) => figureIn(t, figure)),
    ]),
    ...{ widths: [3, 2, 2, 2, 2], numeric: 4 },
  };
}

/** A setting that is still open must not look like a fact. */
function filled(setting: string, t: Translate): string {
  return setting.replaceAll(PLACEHOLDER, `[${t("legal.open")}]`);
}

function figureIn({ language }: Translate, figure: number): string {
  return numberFormat(localeOf(language)).format(figure);
}
