/** Joins all parts, once, in reading order. `main.ts` starts it; tests open it with a clock and settings of their own. */

import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { pathToFileURL } from "node:url";
import type { FastifyBaseLogger, FastifyInstance, FastifyLoggerOptions } from "fastify";
import type { ServerBuild } from "react-router";
import type { SpreadsheetCopy } from "../contract/administration/operations.ts";
import type { Petition } from "../contract/petition.ts";
import type { SiteFacts } from "../contract/site-facts.ts";
import { compileMessages } from "../messages/catalogue.ts";
import { type Translate, translator } from "../messages/translate.ts";
import { pageIn } from "../petition/addresses.ts";
import { PURGE_EVERY, PURGED_WITHIN } from "../petition/confirmation.ts";
import { LANGUAGES, type Language } from "../petition/language.ts";
import { PERSONAL_ACTS, PERSONAL_LINK_LIFETIME } from "../petition/personal-data.ts";
import { petitionConfig } from "../petition.config.ts";
import { charts } from "./administration/charts.ts";
import { hideName } from "./administration/hide-name.ts";
import { readMails, sendAgain } from "./administration/mails.ts";
import { previewQuarantine, quarantine, release } from "./administration/quarantine.ts";
import { readClusters, readQuarantines } from "./administration/quarantine-store.ts";
import { remove } from "./administration/remove.ts";
import { rotateKey } from "./administration/rotate.ts";
import type { Administration } from "./administration/routes.ts";
import { checkSender, type Names, openResolver } from "./administration/sender.ts";
import { openSignatures } from "./administration/signatures.ts";
import { type AnalyticsTaker, makeAnalytics } from "./analytics/analytics.ts";
import { readAudit } from "./audit/read.ts";
import { makeAuthentication } from "./authentication/authentication.ts";
import { takeIn } from "./bounces/take-in.ts";
import { makeCaptcha } from "./captcha/captcha.ts";
import type { Clock } from "./clock.ts";
import { openCollection } from "./collection/collection.ts";
import { readChange } from "./collection/input.ts";
import type { Analytics, Configuration, Secrets } from "./configuration.ts";
import { type ConfirmationTools, confirm } from "./confirmation/confirm.ts";
import { purgeExpired } from "./confirmation/store.ts";
import { suppress, suppression, undoSuppression } from "./confirmation/suppress.ts";
import { completeImported } from "./count/complete-imported.ts";
import { compareAndMend, type Reconciliation, reconcile } from "./count/reconcile.ts";
import { makeCrypto } from "./crypto/crypto.ts";
import { watchKey } from "./crypto/key-files.ts";
import { emailHash, makePersonalToken, makeSuppressionToken, tokenOf } from "./crypto/links.ts";
import { migrateDatabase, requireMigrated } from "./database/migrate.ts";
import { oneAtATime } from "./database/one-at-a-time.ts";
import { type Database, openDatabase } from "./database/open.ts";
import { openTombstones } from "./erasure/tombstones.ts";
import { makeApp } from "./http/app.ts";
import { logFailure } from "./http/errors.ts";
import { makeLimits } from "./http/limits.ts";
import { makePages } from "./http/pages.ts";
import { watchForProxies } from "./http/proxy-watch.ts";
import { makeCaps } from "./mail/caps.ts";
import { emailHandlers } from "./mail/deliver.ts";
import { decryptLetter } from "./mail/encrypted-letter.ts";
import { messageName } from "./mail/message-id.ts";
import { failureCode, openTransport } from "./mail/transport.ts";
import { type Outbox, openOutbox } from "./outbox/outbox.ts";
import { correct, type PersonalTools, personalData, personalFile, withdrawOwn } from "./personal/personal.ts";
import { consentText, consentVersions, keepConsentTexts, petitionVersion } from "./signing/consent.ts";
import { decryptReceipt, encryptReceipt } from "./signing/receipt.ts";
import { resend, type SigningTools, sign } from "./signing/sign.ts";
import type { Spreadsheet } from "./spreadsheet/copy.ts";
import { spreadsheetStateOf } from "./spreadsheet/store.ts";
import { supporterList } from "./supporters/list.ts";
import { makeReading } from "./supporters/reading.ts";
import { readCount, supportersFrom } from "./supporters/store.ts";
import { noteDeletions } from "./suspicion/deletions.ts";
import { makeWeighing, WEIGH_EVERY } from "./suspicion/weigh.ts";
import type { Work } from "./tasks/in-batches.ts";
import { forgetOrigins, sweep } from "./tasks/purge.ts";
import { makeTasks, type Task, type Tasks } from "./tasks/tasks.ts";
import { watchTasks } from "./tasks/watch.ts";
import { type RestorationTools, restoration, restore } from "./withdrawal/restore.ts";
import { deletionLink, type WithdrawalTools, withdraw, withdrawByLink } from "./withdrawal/withdraw.ts";

const HOUR = 60 * 60_000;
/** Imported rows that the start itself completes; what is more is completed by a task while the site is open. */
const COMPLETED_AT_START = 5_000;
const NOTHING_FOUND: Reconciliation = {
  ...{ before: 0, after: 0, wrongBlocks: 0, wrongHours: 0 },
  ...{ filled: 0, doubles: 0, isComplete: true },
};

/** Where the build lies. With it, neither development dependencies nor a writable code folder are needed. */
export const BUILD_FOLDER = join(import.meta.dirname, "..", "build");

export interface Site {
  app: FastifyInstance;
  petition: Petition;
  database: Database;
  outbox: Outbox;
  tasks: Tasks;
  /** Null where no event is counted. */
  analytics: AnalyticsTaker | null;
  /** Null where none is set. */
  spreadsheet: Spreadsheet | null;
  /** What the start found in the database. */
  found: Reconciliation;
  /** Signatures that had been erased, that a restored backup brought back, and that the start erased again. */
  erasedAgain: number;
  /** Answers what is in flight, finishes what was begun, lets go of the database. */
  close(): Promise<void>;
}

export interface SiteTools {
  configuration: Configuration;
  secrets: Secrets;
  clock: Clock;
  logger: FastifyLoggerOptions | false;
  /** Instead of the build: pages from Vite's development server. */
  development?: { build(): Promise<ServerBuild> };
  /** Instead of the machine's own name server. */
  resolver?: Names;
  /** Told of each e-mail that became a file instead of being sent. */
  mailWritten?: (written: { file: string; link: string }) => void;
  /** Is told what the start waits for. */
  report?: (sentence: string) => void;
  /** The embedded database died under us, or lost its folder. */
  onFailure?: (failure: Error) => void;
  /**
   * For an operator's command: only the calls it makes are answered. Nothing is migrated (other tables are refused), looked through
   * or sent, and what is left to do is done by the site itself.
   */
  callsOnly?: boolean;
}

/** Throws why it cannot be opened; then nothing is left open. */
export async function openSite(tools: SiteTools): Promise<Site> {
  const database = await openDatabase({
    url: tools.secrets.databaseUrl ?? undefined,
    dataFolder: tools.configuration.dataFolder,
    onFailure: tools.onFailure,
  });
  const opened = new AsyncDisposableStack();
  opened.defer(() => database.close());
  try {
    return await openOn(database, tools, opened);
  } catch (failure) {
    // Whatever fails in closing follows from what failed before.
    await opened.disposeAsync().catch(() => {});
    throw failure;
  }
}

/** What is `opened` besides the database is closed again should a later step fail. */
async function openOn(database: Database, tools: SiteTools, opened: AsyncDisposableStack): Promise<Site> {
  const { configuration, secrets, clock, callsOnly = false } = tools;
  const translators = allTranslators();
  const crypto = makeCrypto(secrets.secretKeys);

  await (callsOnly ? requireMigrated(database) : migrateDatabase(database, { report: tools.report }));
  const { db } = database;
  const tombstones = openTombstones({ db, clock, dataFolder: configuration.dataFolder, log: () => app.log });
  opened.defer(() => tombstones.settled());
  // Before anything is shown: what was erased is gone again, and the number is that of the rows.
  const { erasedAgain, found } = callsOnly
    ? { erasedAgain: 0, found: NOTHING_FOUND }
    : await oneAtATime(
        database,
        async () => ({
          erasedAgain: await tombstones.eraseAgain(),
          found: await reconcile(db, clock, COMPLETED_AT_START),
        }),
        tools.report,
      );
  if (!callsOnly) await keepConsentTexts(db, clock, translators);

  const proxyWatch = watchForProxies({ db, clock, trustProxy: configuration.trustProxy, log: () => app.log });
  if (!callsOnly) await proxyWatch.forget();

  const limits = makeLimits({ crypto, clock, limits: { ...configuration.rateLimits, personal: PERSONAL_ACTS } });
  const captcha = makeCaptcha({ crypto, clock });
  const list = supporterList({
    db,
    clock,
    crypto,
    targetCount: configuration.targetCount,
    anonymousLabel: (language) => translators[language]("supporters.anonymous"),
  });

  const collection = openCollection({
    db,
    clock,
    translators,
    confirmationLifetime: configuration.confirmationLifetime,
    changed: () => pages.changed(),
  });

  const signing: SigningTools = {
    db,
    clock,
    crypto,
    captcha,
    limits,
    translators,
    consentVersions: consentVersions(translators),
    confirmationLifetime: configuration.confirmationLifetime,
    notice: collection.notice,
    wake: () => outbox.wake(),
  };
  const confirmation: ConfirmationTools = {
    db,
    clock,
    crypto,
    translators,
    petitionVersion: petitionVersion(translators),
    confirmationLifetime: configuration.confirmationLifetime,
    mayStillSign: async (language) => (await collection.notice(language)) === null,
    personalLink,
    counted,
  };
  const withdrawal: WithdrawalTools = {
    db,
    clock,
    crypto,
    limits,
    translators,
    deleteBy: configuration.deleteBy,
    contact: petitionConfig.organisation.email,
    tombstones,
    noteDeletions: (from) =>
      noteDeletions({ db, clock, crypto }, from).catch((failure) => logFailure(app.log, failure, "noting many deletions")),
    wake: () => outbox.wake(),
    counted,
  };
  const restorations: RestorationTools = {
    db,
    clock,
    crypto,
    tombstones,
    consentVersions: signing.consentVersions,
    petitionVersion: confirmation.petitionVersion,
    notice: collection.notice,
    personalLink,
    counted,
  };
  const personal: PersonalTools = {
    db,
    clock,
    crypto,
    limits,
    tombstones,
    restorable: configuration.deleteBy === "request",
    wake: () => outbox.wake(),
    counted,
  };

  const petition: Petition = {
    stats: list.stats,
    latestSupporters: list.latest,
    supporters: list.page,
    collectionNotice: collection.notice,
    drawCaptcha: captcha.draw,
    sign: (input, visitor) => sign(signing, input, visitor),
    resend: (input, visitor) => resend(signing, input, visitor),
    confirm: (token, visitor) => confirm(confirmation, token, visitor.language),
    suppression: (token) => suppression(confirmation, token),
    suppress: (token) => suppress(confirmation, token),
    undoSuppression: (token) => undoSuppression(confirmation, token),
    withdraw: (input, visitor) => withdraw(withdrawal, input, visitor),
    deletionLink: (token) => deletionLink(withdrawal, token),
    withdrawByLink: (token) => withdrawByLink(withdrawal, token),
    restoration: (token, visitor) => restoration(restorations, token, visitor.language),
    restore: (token, { language }, consentVersion) => restore(restorations, token, { language, consentVersion }),
    personalData: (token) => personalData(personal, token),
    correct: (token, input) => correct(personal, token, input),
    withdrawOwn: (token) => withdrawOwn(personal, token),
    personalFile: (token) => personalFile(personal, token),
    consentText: (version) => consentText(db, version),
    encryptReceipt: (receipt) => encryptReceipt(crypto, clock, receipt),
    decryptReceipt: (encrypted) => decryptReceipt(crypto, clock, encrypted),
  };

  const schedule: Task[] = [
    {
      name: "purge-unconfirmed",
      every: PURGE_EVERY,
      promisedWithin: PURGED_WITHIN,
      atStart: true,
      run: (work) => purgeExpired(db, clock, work),
    },
    {
      name: "forget-origins",
      every: HOUR,
      atStart: true,
      run: (work) => forgetOrigins(db, clock, configuration.ipRetention, work),
    },
    { name: "complete-imported", every: "night", atStart: true, run: (work) => completeRows(work, app.log) },
    { name: "weigh-suspicion", every: WEIGH_EVERY, promisedWithin: 30 * WEIGH_EVERY, run: makeWeighing({ db, clock, crypto }) },
    { name: "sweep", every: PURGE_EVERY, run: (work) => sweep(db, clock, work, configuration.auditRetention) },
    { name: "forget-erasures", every: HOUR, run: (work) => tombstones.sweep(work) },
    { name: "reconcile", every: "night", run: () => reconcileAgain(app.log) },
    { name: "maintain-database", every: "night", run: maintain },
  ];
  const taskStates = watchTasks({ db, clock, tasks: schedule });

  const quarantining = { db, clock, readCount: () => readCount(db), counted };
  const adminKey = watchKey(secrets.adminKey, secrets.keyFiles.admin);
  const mailsTools = { db, clock, wake: () => outbox.wake() };
  const administration: Administration = {
    authenticate: makeAuthentication({ db, clock, limits, adminKey, pause }),
    signatures: openSignatures({
      db,
      clock,
      targetCount: configuration.targetCount,
      confirmationLifetime: configuration.confirmationLifetime,
      rateLimits: configuration.rateLimits,
      idsFrom: async (offset, limit) => (await supportersFrom(db, offset, limit)).map(({ id }) => id),
      readCount: () => readCount(db),
      collection: collection.status,
    }),
    exporting: { db, clock, pause },
    remove: (id) => remove({ db, clock, crypto, tombstones, counted }, id),
    charts: () => charts({ db, clock, targetCount: configuration.targetCount, readCount: () => readCount(db) }),
    mail: () => readMails(mailsTools),
    sendAgain: (id) => sendAgain(mailsTools, id),
    operations: async () => ({
      tasks: await taskStates(),
      spreadsheet: spreadsheet && (await spreadsheetCopy(db)),
      unnamedProxy: await proxyWatch.read(),
    }),
    audit: (wanted) => readAudit(db, wanted),
    suspicion: {
      read: async () => ({ clusters: await readClusters(db), quarantines: await readQuarantines(db) }),
      preview: (wanted) => previewQuarantine(quarantining, wanted),
      quarantine: (wanted, expected) => quarantine(quarantining, wanted, expected),
      release: (wanted, expected) => release(quarantining, wanted, expected),
      hideName: (id, hidden) => hideName({ db, clock, counted }, id, hidden),
    },
    collection: { ...collection, read: (posted, t) => readChange(posted, clock.now(), t) },
    rotateKey: (wanted) => rotateKey({ db, clock, keyFiles: secrets.keyFiles }, wanted),
    checkSender: (selector) =>
      checkSender(
        {
          mailFrom: configuration.mailFrom,
          resolver: tools.resolver ?? openResolver(),
          tryTransport: transport.tryOut,
          codeOf: failureCode,
        },
        selector,
      ),
  };

  const pages = makePages({
    build: tools.development?.build ?? builtPages,
    petition,
    facts: () => factsFrom(configuration, publicUrl()),
    clock,
    mode: tools.development ? "development" : "production",
  });
  function personalToken(signatureId: string): string {
    return makePersonalToken(crypto, signatureId, new Date(clock.now().getTime() + PERSONAL_LINK_LIFETIME));
  }
  function personalLink(signatureId: string, language: Language): string {
    return `${pageIn(language, "personal")}?token=${personalToken(signatureId)}`;
  }
  /** This process has counted or erased: it shows the new number at once. */
  function counted(): void {
    list.changed();
    pages.changed();
    spreadsheet?.wake();
  }

  const analytics = makeAnalytics({ analytics: configuration.analytics, db, clock, publicUrl, log: () => app.log });
  opened.defer(async () => analytics?.close());
  const app = await makeApp({
    petition,
    administration,
    database,
    pages,
    reading: makeReading({ clock, limit: configuration.readRateLimit }),
    translators,
    bounces:
      secrets.mailWebhookKey === null
        ? null
        : {
            key: secrets.mailWebhookKey,
            takeIn: (report) => takeIn({ db, clock, crypto }, report),
            refusal: (visitor) => limits.refusal("report", visitor),
            countWrong: (visitor) => db.transaction((tx) => limits.count(tx, "report", visitor)),
          },
    taskStates,
    analytics,
    publicUrl,
    isSecure: configuration.publicUrl.startsWith("https:"),
    trustProxy: configuration.trustProxy,
    proxyWatch,
    clientFolder: tools.development || callsOnly ? null : join(BUILD_FOLDER, "client"),
    logger: tools.logger,
  });
  opened.defer(() => app.close());
  /** Without a setting, the address is the one we listen on; it is asked for only once we do. */
  function publicUrl(): string {
    return configuration.publicUrl || `http://localhost:${portOf(app) ?? configuration.port}`;
  }

  const transport = openTransport({
    smtpUrl: secrets.smtpUrl ?? undefined,
    outboxFolder: join(configuration.dataFolder, "outbox"),
    from: configuration.mailFrom,
    replyTo: petitionConfig.mail.replyTo,
    log: app.log,
    written: tools.mailWritten,
  });
  opened.defer(() => transport.close());
  const outbox = openOutbox({
    db,
    clock,
    log: app.log,
    kinds: emailHandlers({
      db,
      clock,
      transport,
      caps: makeCaps({ db, clock, crypto, limits: configuration.mailLimits }),
      translators: (language) => translators[language],
      get publicUrl() {
        return publicUrl();
      },
      tokenFor: (row) => tokenOf(crypto, row),
      suppressionTokenFor: (row) =>
        makeSuppressionToken(crypto, {
          pendingId: row.id,
          emailHash: emailHash(crypto, row.normalisedEmail),
          confirmationExpiresAt: row.expiresAt,
        }),
      personalTokenFor: personalToken,
      decryptLetter: (payload) => decryptLetter(crypto, payload),
      messageNameFor: (job) => messageName(crypto, job.subjectId, job.id),
      confirmationLifetime: configuration.confirmationLifetime,
      responsible: petitionConfig.organisation,
    }),
  });

  // Stopped, it takes nothing up and can still be woken.
  if (callsOnly) await outbox.stop();

  const spreadsheet = callsOnly ? null : await openCopy(tools, db, app.log);

  const tasks = makeTasks({
    db,
    clock,
    log: app.log,
    tasks: schedule,
  });

  /** At night a difference is an alarm: only an import explains one, and imports are followed by a start. */
  async function reconcileAgain(log: FastifyBaseLogger): Promise<number> {
    const { before, after, wrongBlocks, wrongHours } = await compareAndMend(db, clock);
    if (before !== after || wrongBlocks > 0 || wrongHours > 0) {
      log.error(
        { before, after, wrongBlocks, wrongHours },
        "The number and the rows did not agree. The rows were right, the number is mended.",
      );
      counted();
    }
    return Math.abs(after - before);
  }

  async function completeRows(work: Work, log: FastifyBaseLogger): Promise<number> {
    const { filled, doubles } = await completeImported(db, work);
    if (doubles > 0) log.warn({ doubles }, "Imported rows share a mailbox with another signature: they count, look at them.");
    return filled;
  }

  async function maintain({ ending }: Work): Promise<number> {
    const startedAt = clock.now();
    await database.maintain({ ending });
    return Math.round((clock.now().getTime() - startedAt.getTime()) / 1000);
  }

  return {
    app,
    petition,
    database,
    outbox,
    tasks,
    analytics,
    spreadsheet,
    found,
    erasedAgain,
    async close() {
      await app.close();
      await analytics?.close();
      await tasks.stop();
      await Promise.all([outbox.stop(), spreadsheet?.stop()]);
      transport.close();
      await Promise.all([tombstones.settled(), proxyWatch.settled()]);
      await database.close();
    },
  };
}

/** Its client is loaded only where it is used. */
async function openCopy(
  { configuration, secrets, clock }: SiteTools,
  db: Database["db"],
  log: FastifyBaseLogger,
): Promise<Spreadsheet | null> {
  const { spreadsheet, spreadsheetRows: content } = configuration;
  if (!spreadsheet || !secrets.serviceAccount || content === "none") return null;
  const { openSheets } = await import("./spreadsheet/google-sheets.ts");
  const { openSpreadsheet } = await import("./spreadsheet/copy.ts");
  const sheets = openSheets({ ...spreadsheet, spreadsheetId: spreadsheet.id, account: secrets.serviceAccount });
  return openSpreadsheet({ db, clock, log, sheets, spreadsheetId: spreadsheet.id, content });
}

async function spreadsheetCopy(db: Database["db"]): Promise<SpreadsheetCopy> {
  const { waiting, succeededAt, failedAt, lastError, failures, strangers } = await spreadsheetStateOf(db);
  return {
    waiting,
    succeededAt: succeededAt?.toISOString() ?? null,
    failedAt: failedAt?.toISOString() ?? null,
    lastError,
    failures,
    strangers,
  };
}

export function portOf(app: FastifyInstance): number | null {
  const address = app.server.address();
  return typeof address === "object" && address !== null ? address.port : null;
}

function allTranslators(): Record<Language, Translate> {
  const catalogues = Object.fromEntries(
    LANGUAGES.map((language) => [language, compileMessages(language, { forBrowser: false })]),
  );
  return Object.fromEntries(LANGUAGES.map((language) => [language, translator(language, catalogues)])) as Record<
    Language,
    Translate
  >;
}

function factsFrom(configuration: Configuration, publicUrl: string): SiteFacts {
  return {
    publicUrl,
    confirmBy: configuration.confirmBy,
    deleteBy: configuration.deleteBy,
    confirmationLifetime: configuration.confirmationLifetime,
    ipRetention: configuration.ipRetention,
    auditRetention: configuration.auditRetention,
    ...analyticsFacts(configuration.analytics),
    spreadsheet: configuration.spreadsheetRows,
  };
}

function analyticsFacts(analytics: Analytics): Pick<SiteFacts, "analytics" | "analyticsProvider"> {
  if (!("address" in analytics)) return { analytics: analytics.to, analyticsProvider: "" };
  const product = analytics.to.charAt(0).toUpperCase() + analytics.to.slice(1);
  return { analytics: "provider", analyticsProvider: `${product} (${new URL(analytics.address).host})` };
}

function builtPages(): Promise<ServerBuild> {
  return import(pathToFileURL(join(BUILD_FOLDER, "server", "index.js")).href);
}
