/** What is looked at, in the order in which it is told. Each file beside holds one check: from what it needs to what it finds. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { HAS_ARTICLE } from "../../../petition/addresses.ts";
import { petitionConfig } from "../../../petition.config.ts";
import { isBuilt } from "../../build-stamp.ts";
import { missingTexts, unwrittenTexts } from "../../platform/config/campaign-texts.ts";
import type { Survey } from "../../platform/config/configuration.ts";
import { UnusableSetting } from "../../platform/config/kinds.ts";
import { readHandover } from "../../platform/config/petition-config.ts";
import { makeCrypto } from "../../platform/crypto/crypto.ts";
import { ask, endOfCertificate } from "./asking.ts";
import { backupIsFresh, backupStanding } from "./backup.ts";
import { campaignIsWritten, pagesAreOfNow } from "./campaign.ts";
import { certificateLasts, daysLeft } from "./certificate.ts";
import { dataFolderIsFit } from "./data-folder.ts";
import { lookAtServer } from "./database.ts";
import { diskIsLargeEnough, diskStanding } from "./disk.ts";
import { embeddedIsFit } from "./embedded-database.ts";
import type { Check } from "./examine.ts";
import { factsAreFresh } from "./facts.ts";
import { type Finding, unseen } from "./finding.ts";
import { keysAreSafe } from "./keys.ts";
import { mailServerTakes } from "./mail-server.ts";
import { analyticsAnswers, witnessesAnswer } from "./others.ts";
import { addressLeadsHere, pageComesThrough } from "./outside.ts";
import { petitionIsFilledIn } from "./petition-config.ts";
import { proxyIsBelievedRightly } from "./proxy.ts";
import { logIsKept } from "./public-log.ts";
import { type Reached, reach } from "./reaching.ts";
import { findRunningSite } from "./running-site.ts";
import { openNames, senderIsVouchedFor } from "./sender-names.ts";
import { serverIsAway, serverIsFit } from "./server-database.ts";
import { settingsCanBeUsed } from "./settings.ts";
import { spreadsheetIsOpen } from "./spreadsheet.ts";
import { testLetterIsTaken } from "./test-letter.ts";
import { clockIsRight, type OtherClock, zonesAreKnown } from "./time.ts";

export interface Wishes {
  /** Gets a test e-mail; null for none. */
  mailTo: string | null;
  dkimSelector: string | null;
  /** A name server instead of the machine's own. */
  dns: string | null;
  /** The address of a server whose clock is to be compared with ours. */
  clock: string | null;
}

/** HTTP tells whole seconds, and the way takes time. */
const HTTP_ROUGHNESS = 2_000;

export function checksFor(survey: Survey, wishes: Wishes): Check[] {
  const { configuration, secrets, serviceAccountFile } = survey;
  const { dataFolder, publicUrl } = configuration;
  const isEmbedded = secrets.DATABASE_URL === null;
  const crypto = cryptoOf(survey);
  const site = once(() => findRunningSite({ ...configuration, isEmbedded, crypto }));
  const server = once(() => lookAtServer(secrets.DATABASE_URL ?? ""));
  const outside = (wish = {}) => once(() => (crypto ? reach(publicUrl, crypto, wish) : Promise.resolve(NO_KEY)));
  const [plain, forged, large] = [outside(), outside({ isForged: true }), outside({ isLarge: true })];
  const mail = once(() => mailServerTakes(secrets.SMTP_URL ?? "", senderOf(configuration.mailFrom)));

  return [
    { name: "petition.config.ts", look: () => petitionIsFilledIn(configuration.placeholders, handoverFaults()) },
    { name: "campaign", look: () => campaignIsWritten([...missingTexts(), ...unwrittenTexts()]) },
    { name: "build", look: () => pagesAreOfNow(isBuilt()) },
    { name: "settings", look: () => settingsCanBeUsed(survey) },
    {
      name: "keys",
      needs: ["DATA_DIR", "ADMIN_KEY", "SECRET_KEY"],
      look: () => keysAreSafe({ dataFolder, serviceAccountFile }, setKeysOf(survey)),
    },
    { name: "data folder", look: () => dataFolderIsFit(dataFolder, isEmbedded) },
    { name: "disk", look: () => diskIsLargeEnough(dataFolder, diskStanding(dataFolder)) },
    { name: "time zones", look: () => zonesAreKnown() },
    { name: "clock", look: async () => clockIsRight(new Date(), await otherClocks()) },
    { name: "site", needs: ["HOST", "PORT", "SECRET_KEY"], look: async () => [(await site()).finding] },
    {
      name: "database",
      needs: ["DATABASE_URL"],
      look: async () =>
        isEmbedded
          ? embeddedIsFit(dataFolder, (await site()).holdsDatabase)
          : server().then(
              (seen) => serverIsFit(seen, secrets.DATABASE_URL ?? ""),
              (failure) => [serverIsAway(failure)],
            ),
    },
    {
      name: "public log",
      needs: ["LOG_KEY"],
      look: async () => logIsKept({ dataFolder, isKeySet: secrets.LOG_KEY !== undefined, site: (await site()).address }),
    },
    ...given(publicUrl !== "", [
      {
        name: "public address",
        needs: ["SECRET_KEY"],
        look: async () => addressLeadsHere(publicUrl, await plain(), await large()),
      },
      ...given(publicUrl.startsWith("https:"), [
        {
          name: "certificate",
          look: async () => certificateLasts(daysLeft(await endOfCertificate(publicUrl), new Date())),
        },
      ]),
      { name: "pages", look: async () => ((await plain()).outcome === "answered" ? pageComesThrough(publicUrl) : UNREACHED) },
      {
        name: "proxy",
        needs: ["TRUST_PROXY", "SECRET_KEY"],
        look: async () =>
          proxyIsBelievedRightly({
            plain: await plain(),
            forged: await forged(),
            isSecure: publicUrl.startsWith("https:"),
            trust: configuration.trustProxy,
          }),
      },
    ]),
    ...given(secrets.SMTP_URL !== null, [
      { name: "mail server", needs: ["MAIL_FROM"], look: async () => (await mail()).findings },
      {
        name: "sender",
        needs: ["MAIL_FROM"],
        look: () =>
          configuration.placeholders.some(({ field }) => field === "mail.from")
            ? [unseen("not looked at: mail.from is still a placeholder.", "Fill it in, or set MAIL_FROM.")]
            : senderIsVouchedFor(openNames(wishes.dns), configuration.mailFrom, wishes.dkimSelector),
      },
      ...given(wishes.mailTo !== null, [
        { name: "test e-mail", needs: ["MAIL_FROM"], look: () => sendTest(wishes.mailTo ?? "") },
      ]),
    ]),
    { name: "backup", look: () => backupIsFresh(backupStanding(dataFolder, new Date()), new Date()) },
    ...given(serviceAccountFile !== null, [
      {
        name: "spreadsheet",
        needs: ["GOOGLE_SHEETS_ENDPOINT"],
        look: (ending: AbortSignal) => spreadsheetOf(ending),
      },
    ]),
    ...given("address" in configuration.analytics, [
      {
        name: "analytics",
        look: () => analyticsAnswers("address" in configuration.analytics ? configuration.analytics.address : ""),
      },
    ]),
    ...given(configuration.witnesses.length > 0, [{ name: "witnesses", look: () => witnessesAnswer(configuration.witnesses) }]),
    ...given(HAS_ARTICLE, [{ name: "facts", look: () => factsAreFresh(configuration, new Date()) }]),
  ];

  async function otherClocks(): Promise<OtherClock[]> {
    const clocks: OtherClock[] = [];
    if (!isEmbedded) {
      const seen = await server().catch(() => null);
      clocks.push({ whose: "the database's", ahead: seen?.clockAhead ?? null, roughness: 0 });
    }
    if (publicUrl !== "") {
      const reached = await plain();
      if (reached.outcome !== "failed") clocks.push(clockIn("the proxy's", reached.asked.headers.date));
    }
    if (wishes.clock !== null) {
      const answer = await ask(wishes.clock, { method: "HEAD" }).catch(() => null);
      clocks.push(clockIn(`${new URL(wishes.clock).host}'s`, answer?.headers.date));
    }
    return clocks;
  }

  function sendTest(to: string): Promise<Finding[]> {
    const { mailFrom: from } = configuration;
    return testLetterIsTaken({ smtpUrl: secrets.SMTP_URL ?? "", from, replyTo: petitionConfig.mail.replyTo, to });
  }

  function spreadsheetOf(ending: AbortSignal): Promise<Finding[]> {
    const { id, endpoint } = configuration.spreadsheet ?? { id: "", endpoint: null };
    return spreadsheetIsOpen({ id, endpoint, serviceAccountFile: serviceAccountFile ?? "" }, ending);
  }
}

const NO_KEY: Reached = { outcome: "failed", code: "no SECRET_KEY yet" };
const UNREACHED = [unseen("not looked at, since the site was not reached from outside.", "Mend that first.")];

function given(isSet: boolean, checks: Check[]): Check[] {
  return isSet ? checks : [];
}

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

function clockIn(whose: string, date: string | undefined): OtherClock {
  const told = Date.parse(date ?? "");
  return { whose, ahead: Number.isNaN(told) ? null : Date.now() - told, roughness: HTTP_ROUGHNESS };
}

function senderOf(mailFrom: string): string {
  return /<([^<>]+)>\s*$/.exec(mailFrom)?.[1] ?? mailFrom.trim();
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

function setKeysOf({ secrets }: Survey): Parameters<typeof keysAreSafe>[1] {
  return {
    admin: secrets.ADMIN_KEY ?? null,
    secret: secrets.SECRET_KEY ?? null,
    log: secrets.LOG_KEY !== undefined,
    webhook: secrets.MAIL_WEBHOOK_KEY,
  };
}

function cryptoOf({ secrets, configuration }: Survey): ReturnType<typeof makeCrypto> | null {
  if (secrets.SECRET_KEY) return makeCrypto(secrets.SECRET_KEY);
  try {
    return makeCrypto(readFileSync(join(configuration.dataFolder, "secret-key"), "utf8").trim().split(","));
  } catch {
    return null;
  }
}
