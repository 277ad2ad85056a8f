/** Joins all parts, in the order of starting. `main.ts` starts it; tests open it with a clock and settings of their own. */
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { ServerBuild } from "react-router";
import { BUILD_FOLDER } from "../campaign-folder.ts";
import type { SiteFacts } from "../contract/site-facts.ts";
import type { Milliseconds } from "../petition/duration.ts";
import { DEFAULT_LANGUAGE, inEachLanguage, type Language } from "../petition/language.ts";
import { MANY_DELETIONS } from "../petition/suspicion.ts";
import type { Context } from "./context.ts";
import { makeAnalytics } from "./features/analytics/analytics.ts";
import { type CollectionControl, openCollection } from "./features/collection/collection.ts";
import { confirmation } from "./features/confirmation/confirm.ts";
import { confirmationSchedule } from "./features/confirmation/schedule.ts";
import { consent, keepTexts, textsNow } from "./features/consent/consent.ts";
import { discovery } from "./features/discovery/discovery.ts";
import { suspicionRetention, suspicionSchedule } from "./features/moderation/schedule.ts";
import { noteDeletions } from "./features/moderation/weigh.ts";
import { newsSchedule, openNews } from "./features/news/news.ts";
import { openData } from "./features/open-data/open-data.ts";
import { personal } from "./features/personal/own-signature.ts";
import { captchaRetention } from "./features/signing/captcha/captcha.ts";
import { signing } from "./features/signing/sign.ts";
import { spreadsheet } from "./features/spreadsheet/spreadsheet.ts";
import { supporters } from "./features/supporters/supporters.ts";
import { withdrawal } from "./features/withdrawal/withdraw.ts";
import { auditRetention } from "./ledger/audit/audit.ts";
import { countSchedule, reconcile } from "./ledger/count/reconcile.ts";
import { endingSchedule } from "./ledger/ending/ending.ts";
import { openBrake } from "./ledger/erasure/brake.ts";
import { erasureSchedule } from "./ledger/erasure/tombstones.ts";
import { receiptAtOnce } from "./ledger/public-log/own-receipt.ts";
import { openPublicLog, type PublicLog } from "./ledger/public-log/public-log.ts";
import { transparency } from "./ledger/public-log/transparency.ts";
import { type ContextTools, openContext } from "./open-context.ts";
import { openAlarms } from "./operations/alarms/alarms.ts";
import { watchInstallation } from "./operations/doctor/alarms.ts";
import { endOfCertificate } from "./operations/doctor/asking.ts";
import { type Configuration, isSecure } from "./platform/config/configuration.ts";
import type { Analytics } from "./platform/config/kinds.ts";
import type { Secrets } from "./platform/config/secrets.ts";
import { oneAtATime } from "./platform/database/waiting.ts";
import { openAdmission } from "./platform/http/admission.ts";
import { makeApp, portOf } from "./platform/http/app.ts";
import { openFastPath, type Sent } from "./platform/http/fast-path.ts";
import { type ListenAt, makeListeners, openShutdown } from "./platform/http/listeners.ts";
import { loadShedding } from "./platform/http/load-shedding.ts";
import { isKept, makePages } from "./platform/http/pages.ts";
import { watchForProxies } from "./platform/http/proxy-watch.ts";
import { openResponseCache } from "./platform/http/response-cache.ts";
import { databaseSchedule, limitRetention, sweep } from "./platform/jobs/retention.ts";
import { makeTasks, type Task, watchTasks } from "./platform/jobs/tasks.ts";
import { petitionWithDeadline } from "./platform/limits/petition-with-deadline.ts";
import { FURTHEST_TURN } from "./platform/mail/caps.ts";
import { openMailOutbox } from "./platform/mail/deliver.ts";
import { failureCode } from "./platform/mail/failures.ts";
import { attemptsAhead, mailRetention, outboxAhead } from "./platform/mail/schedule.ts";
import { type Names, openResolver } from "./platform/mail/sender.ts";
import { openMailTransport, type TransportTools } from "./platform/mail/transport.ts";
import { countingActs } from "./platform/metrics/acts.ts";
import { allRoutes } from "./routes.ts";

const COMPLETED_AT_START = 5_000;

const NOTHING_FOUND = { found: null, erasedAgain: 0, endedAgain: false, entriesAgain: 0 };

export type Site = Awaited<ReturnType<typeof openSite>>;

export interface SiteTools extends ContextTools {
  secrets: Secrets;
  development?: { build(): Promise<ServerBuild> };
  resolver?: Names;
  endOfCertificate?: typeof endOfCertificate;
  mailWritten?: TransportTools["written"];
}

/** Throws why it cannot be opened; then nothing is left open. With `callsOnly` nothing is looked through or sent: the site itself does that. */
export async function openSite(tools: SiteTools) {
  const opened = new AsyncDisposableStack();
  try {
    return await openWith(tools, opened);
  } catch (failure) {
    await opened.disposeAsync().catch(() => {});
    throw failure;
  }
}

async function openWith(tools: SiteTools, opened: AsyncDisposableStack) {
  const { secrets, callsOnly = false } = tools;
  const context = await openContext(tools, opened);
  const { configuration, database, peak, publicUrl } = context;
  opened.defer(() => peak.stop());

  const publicLog = openPublicLog({
    ...context,
    dataFolder: configuration.dataFolder,
    keys: secrets.logKeys,
    witnesses: configuration.witnesses,
    callsOnly,
  });
  opened.defer(() => publicLog.stop());
  const proxyWatch = watchForProxies(context);
  opened.defer(() => proxyWatch.settled());
  const setRight = callsOnly ? NOTHING_FOUND : await lookThrough(context, publicLog, tools);
  if (!callsOnly) await context.ending.requireInTime();
  const build = tools.development?.build ?? builtPages;
  const texts = textsNow(context.translators, callsOnly ? () => "" : policyWriter(await build(), tools));
  const appeals = inEachLanguage((language) => texts[language].petition);
  if (!callsOnly) await keepTexts(context, texts);
  if (!callsOnly) await proxyWatch.forget();

  const features = joinFeatures(context, { publicLog, secrets, texts });
  const sending = await openSending(context, tools, opened);

  const schedule = wholeSchedule(context, features.collection);
  const tasks = makeTasks({ ...context, tasks: schedule });
  opened.defer(() => tasks.stop());
  const analytics = makeAnalytics({ ...context, analytics: configuration.analytics });
  opened.defer(async () => analytics?.close());

  const served = await openServer(
    context,
    { tools, ...features, ...sending, publicLog, proxyWatch, build, appeals, analytics, schedule },
    opened,
  );
  let closed: Promise<void> | undefined;

  return {
    ...setRight,
    app: served.app,
    petition: features.petition,
    database,
    publicLog,
    listen: served.listen,
    /** Once it listens: the public log begins, or goes on with what is new, and what this process has to bear is watched. */
    begin(): Promise<void> {
      peak.begin();
      return publicLog.begin(new URL(publicUrl()).host, appeals);
    },
    outbox: sending.outbox,
    tasks,
    /** Null where no way to whoever runs the site is set. */
    alarms: served.alarms,
    analytics,
    spreadsheet: sending.copy,
    /** To be called before `close` where a proxy keeps connections: goes on answering for `SHUTDOWN_GRACE`, and says that it is leaving. */
    leave: served.leave,
    close(): Promise<void> {
      // Whoever asks again waits as long: the stack itself would answer at once.
      closed ??= opened.disposeAsync();
      return closed;
    },
  };
}

function joinFeatures(
  context: Context,
  { publicLog, secrets, texts }: { publicLog: PublicLog; secrets: Secrets; texts: ReturnType<typeof textsNow> },
) {
  const { configuration, database } = context;
  const news = openNews(context);
  const collection = openCollection({ ...context, publish: news.publish });
  const brake = openBrake(context);
  const consented = consent(context, texts);
  const { presentTexts } = consented;
  const proofs = { ...context, publicLog, witnesses: configuration.witnesses };
  const whole = {
    ...supporters(context),
    collectionNotice: collection.collectionNotice,
    feed: news.feed,
    ...signing(context, { collection, presentTexts }),
    ...confirmation(context, { collection, receiptAtOnce: (signature) => receiptAtOnce(proofs, signature) }),
    ...withdrawal(context, { collection, brake, presentTexts, noteDeletions: (from) => noteDeletions(context, from) }),
    ...personal(context, proofs),
    ...openData(context),
    ...discovery({
      publicUrl: context.publicUrl,
      name: context.translators[DEFAULT_LANGUAGE]("frame.name"),
      takesBounces: secrets.mailWebhookKey !== null,
      takesEvents: configuration.analytics.to !== "none",
      copiesDatabase: database.copyFiles !== null,
    }),
    ...consented,
    ...transparency(proofs),
  };
  const petition = countingActs(petitionWithDeadline(whole));
  return { petition, collection, news, brake };
}

async function openSending(context: Context, { secrets, callsOnly, mailWritten }: SiteTools, opened: AsyncDisposableStack) {
  const transport = openMailTransport(context, { smtpUrl: secrets.smtpUrl, written: mailWritten });
  opened.defer(() => transport.close());
  const outbox = openMailOutbox(context, transport);
  context.events.on("wake", () => outbox.wake());
  const copy = callsOnly ? null : await spreadsheet(context, secrets);
  opened.defer(async () => {
    // A mail server that has fallen silent would hold the end up for longer than supervisors wait.
    transport.hurry();
    await Promise.all([outbox.stop(), copy?.stop()]);
  });
  if (callsOnly) await outbox.stop();
  return { transport, outbox, copy };
}

interface Served extends ReturnType<typeof joinFeatures>, Awaited<ReturnType<typeof openSending>> {
  tools: SiteTools;
  publicLog: PublicLog;
  analytics: ReturnType<typeof makeAnalytics>;
  proxyWatch: ReturnType<typeof watchForProxies>;
  build(): Promise<ServerBuild>;
  appeals: Record<Language, string>;
  schedule: Task[];
}

async function openServer(context: Context, given: Served, opened: AsyncDisposableStack) {
  const { configuration, clock, peak, publicUrl } = context;
  const { tools, petition, transport, publicLog, proxyWatch } = given;
  const { secrets, development } = tools;
  const cache = openResponseCache<Sent>({ clock, peak, isKept });
  const admission = openAdmission(context);
  const pages = makePages({
    ...{ build: given.build, petition, cache, admission },
    facts: () => siteFacts(configuration, secrets, publicUrl()),
    ...{ clock, translators: context.translators },
    mode: development ? "development" : "production",
  });
  const shutdown = openShutdown(configuration.shutdownGrace);
  const listeners = makeListeners();
  const fastPath = openFastPath({ ...context, cache, proxyWatch });
  context.events.on("changed", fastPath.drop);
  const { tryOut: tryTransport } = transport;
  const watched = {
    taskStates: watchTasks({ ...context, tasks: given.schedule }),
    installation: watchInstallation({
      ...context,
      endOfCertificate: tools.endOfCertificate ?? endOfCertificate,
      mailTrouble: transport.trouble,
    }),
  };
  const app = await makeApp({
    ...context,
    ...{ pages, fastPath, shutdown, listeners },
    loadShedding: loadShedding({ ...context, petition, proxyWatch }),
    routes: allRoutes(context, {
      ...given,
      ...{ secrets, admission, ...watched },
      restartLog: () => publicLog.restart(new URL(publicUrl()).host, given.appeals),
      sender: { ...configuration, resolver: tools.resolver ?? openResolver(), tryTransport, codeOf: failureCode },
      hasSpreadsheet: given.copy !== null,
    }),
    proxyWatch,
    clientFolder: development || tools.callsOnly ? null : join(BUILD_FOLDER, "client"),
  });
  opened.defer(() => app.close());
  const seen = { ...given, ...watched, secrets, witnesses: configuration.witnesses, port: () => portOf(app) };
  const alarms = tools.callsOnly ? null : openAlarms({ ...context, ...seen });
  opened.defer(async () => alarms?.stop());
  return { app, alarms, listen: (at: ListenAt) => listeners.open(app, at), leave: shutdown.leave };
}

function lookThrough({ db, clock, database, tombstones, ending }: Context, publicLog: PublicLog, { report }: SiteTools) {
  return oneAtATime(
    database,
    async () => ({
      endedAgain: await ending.endAgain(),
      entriesAgain: await publicLog.recover(),
      erasedAgain: await tombstones.eraseAgain(),
      found: await reconcile(db, clock, COMPLETED_AT_START),
    }),
    report,
  );
}

function wholeSchedule(context: Context, collection: CollectionControl): Task[] {
  return [
    ...confirmationSchedule(context),
    ...suspicionSchedule(context),
    sweep(
      [
        ...[captchaRetention, limitRetention, mailRetention, suspicionRetention, auditRetention],
        ...[outboxAhead, attemptsAhead],
      ].map((of) => of(context)),
    ),
    ...erasureSchedule(context),
    ...endingSchedule(context, collection.closeByDate),
    ...newsSchedule(context),
    ...countSchedule(context),
    ...databaseSchedule(context),
  ];
}

function policyWriter(build: ServerBuild, { configuration, secrets }: Pick<SiteTools, "configuration" | "secrets">) {
  const { policyText } = build.entry.module as unknown as { policyText(language: Language, facts: SiteFacts): string };
  return (language: Language) => policyText(language, siteFacts(configuration, secrets, ""));
}

function builtPages(): Promise<ServerBuild> {
  return import(pathToFileURL(join(BUILD_FOLDER, "server", "index.js")).href);
}

/** Browsers take their own machine for secure (W3C, Secure Contexts, 3.1). */
function isHere({ publicUrl, host, trustProxy }: Configuration): boolean {
  const address = publicUrl || (trustProxy === null ? `http://${host}` : "");
  return /^http:\/\/(?:localhost|127\.[\d.]+|\[?::1\]?)(?::\d+)?$/.test(address);
}

function siteFacts(configuration: Configuration, secrets: Pick<Secrets, "databaseUrl">, publicUrl: string): SiteFacts {
  const { rateLimits, readRateLimit, mailLimits } = configuration;
  return {
    publicUrl,
    isSecure: isSecure(configuration) || isHere(configuration),
    confirmBy: configuration.confirmBy,
    deleteBy: configuration.deleteBy,
    holdSuspicious: configuration.holdSuspicious,
    publicNames: configuration.publicNames,
    visibilityDefault: configuration.visibilityDefault,
    confirmationLifetime: configuration.confirmationLifetime,
    ipRetention: configuration.ipRetention,
    auditRetention: configuration.auditRetention,
    counted: {
      reading: readRateLimit.window,
      forms: Math.max(rateLimits.sign.window, rateLimits.delete.window, MANY_DELETIONS.window),
      mailDomain: longest([
        ...(mailLimits.domain ? [mailLimits.domain.window] : []),
        ...mailLimits.pace.map(({ window }) => Math.max(window, FURTHEST_TURN)),
      ]),
    },
    database: secrets.databaseUrl ? "server" : "embedded",
    ...analyticsFacts(configuration.analytics),
    spreadsheet: configuration.spreadsheetRows,
  };
}

function longest(durations: Milliseconds[]): Milliseconds | null {
  return durations.length === 0 ? null : Math.max(...durations);
}

function analyticsFacts(analytics: Analytics): Pick<SiteFacts, "analytics" | "analyticsProvider"> {
  if (!("address" in analytics)) return { analytics: analytics.to, analyticsProvider: "" };
  const product = analytics.to.charAt(0).toUpperCase() + analytics.to.slice(1);
  return { analytics: "provider", analyticsProvider: `${product} (${new URL(analytics.address).host})` };
}
