import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import {
  type BreachAnswer,
  type BreachNotice,
  NOTICE_MAX,
  type NoticeText,
  type SignedOn,
} from "../../contract/administration/commands.ts";
import { LANGUAGES, type Language } from "../../petition/language.ts";
import { type AdminApi, type Command, NotDone, noWords, WrongUse } from "./command.ts";
import { count, print, printable, remark, requireYes } from "./terminal.ts";

const FILES = LANGUAGES.map((language) => `${language}.txt`).join(", ");

export const breach: Command = {
  usage: "breach tell --text FOLDER [--only FROM..TO] [--dry-run] [--yes] | breach status",
  summary: "Tells everybody whose data are here of a breach, in their language, or how many have been told.",
  options: {
    text: { type: "string", help: `tell: the folder with ${FILES}: the subject, an empty line, the paragraphs` },
    only: { type: "string", help: "tell: only who signed on these days, such as ..2026-11-20 or 2026-11-01..2026-11-20" },
    "dry-run": { type: "boolean", help: "tell: only check the texts and say how many it would be" },
    yes: { type: "boolean", help: "tell: do not ask" },
  },
  notes:
    "Where to begin, and texts to begin with: docs/breach.md. Each mailbox gets it once; who is erased meanwhile gets none.\n" +
    "Called again with the same texts and days it goes on where it stopped, and tells nobody a second time.",
  read({ words: [verb, ...words], options }) {
    noWords({ words }, `breach ${verb}`);
    const { text, only, "dry-run": isDry, yes } = options;
    if (verb === "status" && Object.keys(options).length === 0)
      return async (api) => {
        const notices = await api.ask<BreachNotice[]>("GET", "breach");
        if (notices.length === 0) return remark("Nobody was told of a breach.");
        for (const notice of notices) print(lineOf(notice));
      };
    if (verb !== "tell") throw new WrongUse("breach knows two words: breach tell --text FOLDER, and breach status.");
    if (typeof text !== "string") throw new WrongUse("breach tell wants the folder with the texts: --text FOLDER.");
    const signed = readDays(only);
    return async (api, signal) => {
      const asked = { texts: await readTexts(resolve(api.filesFrom, text)), signed };
      await sayWhom(api, asked);
      if (isDry) return remark("Nothing was changed.");
      if (!yes) {
        for (const language of LANGUAGES) remark(`${language}  ${printable(asked.texts[language].subject)}`);
        await requireYes("Write to all of them?", signal, "Nobody was told");
      }
      await tellAll(api, asked, signal);
    };
  },
};

type BreachQuestion = { texts: Record<Language, NoticeText>; signed: SignedOn };

function readDays(only: string | boolean | undefined): SignedOn {
  if (only === undefined) return { from: null, to: null };
  const [, from = "", to = ""] = /^(\d{4}-\d\d-\d\d)?\.\.(\d{4}-\d\d-\d\d)?$/.exec(String(only)) ?? [];
  if (!from && !to) throw new WrongUse("--only must be days such as ..2026-11-20, 2026-11-01.. or 2026-11-01..2026-11-20.");
  return { from: from || null, to: to || null };
}

async function readTexts(folder: string): Promise<BreachQuestion["texts"]> {
  const read = async (language: Language) => {
    const file = join(folder, `${language}.txt`);
    const content = await readFile(file, "utf8").catch(() => null);
    const [subject = "", ...paragraphs] = (content ?? "")
      .replaceAll("\r", "")
      .split(/\n\s*\n/)
      .map((paragraph) => paragraph.replace(/\s+/g, " ").trim())
      .filter(Boolean);
    const text = { subject, paragraphs };
    return { language, text, fault: faultIn(content, text), file };
  };
  const texts = await Promise.all(LANGUAGES.map(read));
  const faults = texts.flatMap(({ file, fault }) => (fault === null ? [] : `${file}${fault}`));
  if (faults.length > 0) throw new NotDone([...faults, "Nobody was told: each signer gets it in their language."].join("\n"));
  return Object.fromEntries(texts.map(({ language, text }) => [language, text])) as BreachQuestion["texts"];
}

function faultIn(content: string | null, { subject, paragraphs }: NoticeText): string | null {
  if (content === null) return " is missing.";
  if (paragraphs.length === 0) return ": write the subject, an empty line, and what happened.";
  if (content.includes("\ufffd")) return ": save it as UTF-8, so that no letter is lost.";
  if (subject.length > NOTICE_MAX.subject) return `: the subject has more than ${NOTICE_MAX.subject} characters.`;
  if (paragraphs.length > NOTICE_MAX.paragraphs) return `: there are more than ${NOTICE_MAX.paragraphs} paragraphs.`;
  const long = paragraphs.find(({ length }) => length > NOTICE_MAX.paragraph);
  if (long) return `: the paragraph "${printable(long.slice(0, 30))}…" has more than ${NOTICE_MAX.paragraph} characters.`;
  return /[[\]]/.test(content) ? ": something in square brackets is not filled in yet." : null;
}

async function sayWhom(api: AdminApi, asked: BreachQuestion): Promise<void> {
  const dry = await api.ask<BreachAnswer>("POST", "breach", { ...asked, isDry: true });
  if (dry.outcome !== "dry") return;
  if (dry.wasTold) throw new NotDone("All of them have been told this very text. See breach status.");
  print(`Have signed             ${count(dry.signatures)}`);
  print(`Have not confirmed yet  ${count(dry.unconfirmed)}`);
}

async function tellAll(api: AdminApi, asked: BreachQuestion, signal: AbortSignal): Promise<void> {
  for (let sum = 0; ; ) {
    signal.throwIfAborted();
    const answer = await api.ask<BreachAnswer>("POST", "breach", asked);
    if (answer.outcome === "told") {
      const { recipients } = answer.notice;
      const when = api.isRunning ? "They leave now" : "They leave while the site runs";
      return remark(
        `${count(recipients)} ${recipients === 1 ? "e-mail is" : "e-mails are"} in the outbox. ${when}: see breach status.`,
      );
    }
    if (answer.outcome === "putting") sum += answer.put;
    remark(`${count(sum)} rows looked at so far.`);
  }
}

function lineOf({ madeAt, subject, signed, isComplete, ...of }: BreachNotice): string {
  const { from, to } = signed;
  const days = from || to ? `, signed ${from ?? ""}..${to ?? ""}` : "";
  const gone = of.recipients - of.sent - of.waiting - of.failed;
  return [
    `${madeAt.slice(0, 16).replace("T", " ")} UTC${days}: ${printable(subject)}`,
    ...(isComplete ? [] : ["  not all e-mails are in the outbox yet: call breach tell again with the same texts"]),
    `  ${count(of.sent)} of ${count(of.recipients)} sent, ${count(of.waiting)} waiting, ${count(of.failed)} given up` +
      (gone > 0 && isComplete ? `, ${count(gone)} erased before their turn` : ""),
  ].join("\n");
}
