/** What is looked at, in the order in which it is told. The files beside hold further checks: from what each needs to what it finds. */
import { join } from "node:path";
import { HAS_ARTICLE } from "../../../petition/addresses.ts";
import { staleSources } from "../../../petition/facts.ts";
import { orElse } from "../../../petition/or-else.ts";
import { petitionConfig } from "../../../petition.config.ts";
import { isBuilt } from "../../build-stamp.ts";
import type { Configuration, Survey } from "../../platform/config/configuration.ts";
import { UnusableSetting } from "../../platform/config/kinds.ts";
import {
  type Finding as Missing,
  missingTexts,
  readHandover,
  sentenceFor,
  unwrittenTexts,
} from "../../platform/config/petition-config.ts";
import { readKeyFile } from "../../platform/config/secrets.ts";
import { makeCrypto } from "../../platform/crypto/crypto.ts";
import { addressOf, openResolver } from "../../platform/mail/sender.ts";
import { ask, daysLeft, endOfCertificate } from "./asking.ts";
import { findRunningSite, type Reached, reach } from "./challenge.ts";
import { embeddedIsFit, lookAtServer, serverIsAway, serverIsFit } from "./database.ts";
import { type Check, type Finding, fault, found, good, orGood, unseen, warning } from "./examine.ts";
import {
  backupIsFresh,
  backupState,
  clockIsRight,
  dataFolderIsFit,
  diskIsLargeEnough,
  diskState,
  keysAreSafe,
  logIsKept,
  type OtherClock,
  zonesAreKnown,
} from "./machine.ts";
import { mailServerTakes, senderIsVouchedFor, testEmailIsTaken } from "./mail.ts";
import {
  addressLeadsHere,
  analyticsAnswers,
  certificateLasts,
  FORGED,
  NOT_REACHED,
  pageComesThrough,
  proxyIsBelievedRightly,
  spreadsheetIsOpen,
  witnessesAnswer,
} from "./outside.ts";
import { somebodyIsTold } from "./ways.ts";

type Wishes = Record<"mailTo" | "dkimSelector" | "dns" | "clock", string | null>;

type Seen = ReturnType<typeof seenOf>;

export function checksFor(survey: Survey, wishes: Wishes): Check[] {
  const seen = seenOf(survey);
  const { configuration, secrets } = survey;
  const now = new Date();
  return [
    { name: "petition.config.ts", look: () => petitionIsFilledIn(configuration.placeholders, handoverFaults()) },
    { name: "campaign", look: () => campaignIsWritten([...missingTexts(), ...unwrittenTexts()]) },
    { name: "build", look: () => pagesAreOfNow(isBuilt()) },
    { name: "settings", look: () => settingsCanBeUsed(survey) },
    ...checksOfMachine(survey, wishes, seen),
    ...(configuration.publicUrl === "" ? [] : checksFromOutside(survey, seen)),
    ...(secrets.SMTP_URL === null ? [] : checksOfMail(survey, wishes, secrets.SMTP_URL)),
    { name: "backup", look: () => backupIsFresh(backupState(configuration.dataFolder, now), now) },
    { name: "alarms", needs: ["ALARM_MAIL", "ALARM_SMTP_URL", "ALARM_WEBHOOK"], look: () => somebodyIsTold(survey) },
    ...checksOfOthers(survey),
    ...found<Check>(HAS_ARTICLE && { name: "facts", look: () => factsAreFresh(configuration, now) }),
  ];
}

function seenOf(survey: Survey) {
  const { configuration, secrets } = survey;
  const isEmbedded = secrets.DATABASE_URL === null;
  const crypto = cryptoOf(survey);
  const outside = (wish = {}) => once(() => (crypto ? reach(configuration.publicUrl, crypto, wish) : Promise.resolve(NO_KEY)));
  return {
    isEmbedded,
    site: once(() => findRunningSite({ ...configuration, isEmbedded, crypto })),
    server: once(() => lookAtServer(secrets.DATABASE_URL ?? "")),
    plain: outside(),
    forged: outside({ from: FORGED }),
    large: outside({ isLarge: true }),
  };
}

const NO_KEY: Reached = { outcome: "failed", code: "no SECRET_KEY yet" };

function checksOfMachine(survey: Survey, wishes: Wishes, seen: Seen): Check[] {
  const { configuration, secrets, serviceAccountFile } = survey;
  const { dataFolder } = configuration;
  const { isEmbedded, site, server } = seen;
  return [
    {
      name: "keys",
      needs: ["DATA_DIR", "ADMIN_KEY", "SECRET_KEY"],
      look: () => keysAreSafe({ dataFolder, serviceAccountFile }, secrets),
    },
    { name: "data folder", look: () => dataFolderIsFit(dataFolder, isEmbedded) },
    { name: "disk", look: () => diskIsLargeEnough(dataFolder, diskState(dataFolder)) },
    { name: "time zones", look: () => zonesAreKnown() },
    { name: "clock", look: async () => clockIsRight(new Date(), await otherClocks(configuration, wishes, seen)) },
    { name: "site", needs: ["HOST", "PORT", "SECRET_KEY"], look: async () => (await site()).finding },
    {
      name: "database",
      needs: ["DATABASE_URL"],
      look: async () =>
        isEmbedded
          ? embeddedIsFit(dataFolder, (await site()).holdsDatabase)
          : server().then((found) => serverIsFit(found, secrets.DATABASE_URL ?? ""), serverIsAway),
    },
    {
      name: "public log",
      needs: ["LOG_KEY"],
      look: async () => logIsKept(dataFolder, secrets.LOG_KEY !== undefined, (await site()).address),
    },
  ];
}

async function otherClocks({ publicUrl }: Survey["configuration"], { clock }: Wishes, seen: Seen): Promise<OtherClock[]> {
  const clocks: OtherClock[] = [];
  if (!seen.isEmbedded) {
    const found = await seen.server().catch(() => null);
    clocks.push({ whose: "the database's", ahead: found?.clockAhead ?? null, roughness: 0 });
  }
  if (publicUrl !== "") {
    const reached = await seen.plain();
    if (reached.outcome !== "failed") clocks.push(clockIn("the proxy's", reached.answer.headers.date));
  }
  if (clock !== null) {
    const answer = await ask(clock, { method: "HEAD" }).catch(() => null);
    clocks.push(clockIn(`${new URL(clock).host}'s`, answer?.headers.date));
  }
  return clocks;
}

/** HTTP tells whole seconds, and the way takes time. */
const HTTP_ROUGHNESS = 2_000;

function clockIn(whose: string, date: string | undefined): OtherClock {
  const told = Date.parse(date ?? "");
  return { whose, ahead: Number.isNaN(told) ? null : Date.now() - told, roughness: HTTP_ROUGHNESS };
}

function checksFromOutside({ configuration }: Survey, { plain, forged, large }: Seen): Check[] {
  const { publicUrl, trustProxy: trust } = configuration;
  const isSecure = publicUrl.startsWith("https:");
  return found<Check>(
    {
      name: "public address",
      needs: ["SECRET_KEY"],
      look: async () => addressLeadsHere(publicUrl, await plain(), await large()),
    },
    isSecure && {
      name: "certificate",
      look: async () => certificateLasts(daysLeft(await endOfCertificate(publicUrl), new Date())),
    },
    { name: "pages", look: async () => ((await plain()).outcome === "answered" ? pageComesThrough(publicUrl) : NOT_REACHED) },
    {
      name: "proxy",
      needs: ["TRUST_PROXY", "SECRET_KEY"],
      look: async () => proxyIsBelievedRightly({ plain: await plain(), forged: await forged(), isSecure, trust }),
    },
  );
}

function checksOfMail({ configuration }: Survey, { mailTo, dkimSelector, dns }: Wishes, smtpUrl: string): Check[] {
  const { mailFrom: from, placeholders } = configuration;
  const { replyTo } = petitionConfig.mail;
  const needs = ["MAIL_FROM"];
  return found<Check>(
    { name: "mail server", needs, look: () => mailServerTakes(smtpUrl, addressOf(from)) },
    {
      name: "sender",
      needs,
      look: () =>
        placeholders.some(({ field }) => field === "mail.from")
          ? unseen("not looked at: mail.from is still a placeholder.", "Fill it in, or set MAIL_FROM.")
          : senderIsVouchedFor(openResolver(dns), from, dkimSelector),
    },
    mailTo !== null && { name: "test e-mail", needs, look: () => testEmailIsTaken({ smtpUrl, from, replyTo, to: mailTo }) },
  );
}

function checksOfOthers({ configuration: { analytics, spreadsheet, witnesses }, serviceAccountFile }: Survey): Check[] {
  const { id, endpoint } = spreadsheet ?? { id: "", endpoint: null };
  return found<Check>(
    serviceAccountFile !== null && {
      name: "spreadsheet",
      needs: ["GOOGLE_SHEETS_ENDPOINT"],
      look: (ending) => spreadsheetIsOpen({ id, endpoint, serviceAccountFile }, ending),
    },
    "address" in analytics && { name: "analytics", look: () => analyticsAnswers(analytics.address) },
    witnesses.length > 0 && { name: "witnesses", look: () => witnessesAnswer(witnesses) },
  );
}

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

function handoverFaults(): string[] {
  try {
    readHandover(petitionConfig.handover);
    return [];
  } catch (failure) {
    if (failure instanceof UnusableSetting) return failure.message.split("\n");
    throw failure;
  }
}

function cryptoOf({ secrets, configuration }: Survey): ReturnType<typeof makeCrypto> | null {
  const keys = secrets.SECRET_KEY ?? orElse(() => readKeyFile(join(configuration.dataFolder, "secret-key")).split(","), null);
  return keys && makeCrypto(keys);
}

export function settingsCanBeUsed({ refusals, configuration, secrets }: Survey): Finding[] {
  const { publicUrl, deleteBy, warnings } = configuration;
  const isRefused = (name: string) => refusals.some(({ setting }) => setting === name);
  return orGood(
    "all that are set can be used.",
    ...refusals.map(({ sentence }) => fault(sentence, "The site does not start with it.")),
    publicUrl === "" &&
      !isRefused("PUBLIC_URL") &&
      fault("PUBLIC_URL is not set: links in e-mails lead to localhost.", "Set it to the https address that people type."),
    secrets.SMTP_URL === null &&
      !isRefused("SMTP_URL") &&
      fault("SMTP_URL is not set: e-mails become files, and nobody gets one.", "Set SMTP_URL and MAIL_FROM."),
    ...warnings.map((sentence) => warning(sentence, "Set what it names (docs/reference/settings.md).")),
    deleteBy === "request" &&
      warning(
        "DELETE_BY=request: whoever knows an address can remove its signature until its owner restores it.",
        "If you have adversaries, set DELETE_BY=link.",
      ),
  );
}

/** `unusable`: sentences about days and names of the handover that a start would refuse. */
export function petitionIsFilledIn(missing: Missing[], unusable: string[]): Finding[] {
  const isUnsaid = (sentence: string) => !missing.some(({ field }) => sentence.includes(` ${field}`));
  const sentences = [...missing.map(sentenceFor), ...unusable.filter(isUnsaid)];
  return orGood(
    "filled in.",
    ...sentences.map((sentence) => {
      const [seen = "", todo = ""] = sentence.replace(/^petition\.config\.ts: /, "").split(/(?<=\.) (?=Write )/);
      return fault(seen, todo || "Change it in petition.config.ts, and start the site again.");
    }),
  );
}

export function campaignIsWritten(sentences: string[]): Finding[] {
  return orGood(
    "every text is written.",
    ...sentences.map((sentence) => {
      const [seen = "", todo = ""] = sentence.split(/(?<=\.) (?=Write it)/);
      return fault(seen, `${todo} Then start the site again.`);
    }),
  );
}

export function pagesAreOfNow(isBuilt: boolean): Finding {
  if (isBuilt) return good("the pages are of this campaign and this code.");
  return fault(
    "the pages were built before the campaign or the code was changed, or not at all.",
    "npm start builds them; otherwise run npm ci and npm run build, and start the site again.",
  );
}

export function factsAreFresh({ factsMaxAge }: Pick<Configuration, "factsMaxAge">, now: Date): Finding {
  const stale = staleSources(now, factsMaxAge);
  if (stale.length === 0) return good("every source of the article was seen within FACTS_MAX_AGE.");
  return warning(
    `nobody has seen for longer than FACTS_MAX_AGE: ${stale.join(", ")}.`,
    "Open them, and note the day: npm run facts says where.",
  );
}
