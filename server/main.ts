import { join } from "node:path";
import { staleSources } from "../petition/facts.ts";
import { requireBuilt } from "./build-stamp.ts";
import { FAULT_SENTENCES } from "./ledger/public-log/faults.ts";
import { systemClock } from "./platform/clock.ts";
import { type Configuration, readConfiguration } from "./platform/config/configuration.ts";
import { unwrittenTexts } from "./platform/config/petition-config.ts";
import type { Secrets } from "./platform/config/secrets.ts";
import { forgetAddress, localAddress, tellAddress } from "./platform/database/address.ts";
import { portOf } from "./platform/http/app.ts";
import { forTerminal } from "./platform/log.ts";
import { VERSION } from "./platform/version.ts";
import { openSite, type Site } from "./site.ts";
import { sentenceOf } from "./start-failure.ts";

const isDeveloping = process.argv.includes("--develop");
let close = () => Promise.resolve();
// From the first moment on: the first process of a container ends at no signal that it does not take itself.
endOnSignals();

try {
  await start();
} catch (failure) {
  console.error(sentenceOf(failure));
  process.exit(1);
}

async function start(): Promise<void> {
  const { configuration, secrets } = readConfiguration(process.env);
  if (!isDeveloping) requireBuilt();
  const vite = isDeveloping ? await (await import("./development.ts")).openVite(configuration.dataFolder) : null;
  const site = await openSite({
    configuration,
    secrets,
    clock: systemClock,
    logger: { level: configuration.logLevel, ...(process.stdout.isTTY && { stream: forTerminal(process.stdout) }) },
    development: vite ?? undefined,
    report: (sentence) => console.warn(sentence),
    mailWritten: ({ file, link }) =>
      console.log(`E-mail ${file}\n  its link: ${link ?? "in the file, since it works for long"}`),
    onFailure: (failure) => {
      console.error(`The embedded database failed: ${failure.message}`);
      process.exit(1);
    },
  });
  vite?.attach(site.app, join(configuration.dataFolder, "outbox"));
  close = async () => {
    await site.leave();
    if (site.database.kind === "embedded") await forgetAddress(configuration.dataFolder);
    await site.close();
  };
  try {
    const { host, port, givenSockets, dataFolder } = configuration;
    await site.listen(givenSockets === null ? { host, port, fds: null } : { host, fds: givenSockets });
    if (site.database.kind === "embedded") await tellAddress(dataFolder, localAddress(host, portOf(site.app) ?? 0));
    await site.begin();
    site.publicLog.start();
    site.outbox.start();
    site.spreadsheet?.start();
    site.tasks.start();
    await site.alarms?.start();
  } catch (failure) {
    await site.close();
    throw failure;
  }
  sayWhere(site, configuration, secrets);
}

function sayWhere(
  { app, publicLog, found, erasedAgain, endedAgain, entriesAgain }: Site,
  configuration: Configuration,
  secrets: Secrets,
): void {
  const address = `http://${configuration.host.includes(":") ? `[${configuration.host}]` : configuration.host}:${portOf(app)}`;
  if (endedAgain)
    console.log("Ended again: a restored backup knew nothing of the petition's end. What it brought back is being erased.");
  if (entriesAgain > 0)
    console.log(
      `Restored: the public log had ${entriesAgain} entries that a restored backup did not know. It goes on where it was.`,
    );
  const fault = publicLog.fault();
  if (fault) console.warn(FAULT_SENTENCES[fault]);
  if (erasedAgain > 0) console.log(`Erased again: ${erasedAgain} signatures that a restored backup had brought back.`);
  if (found && (found.before !== found.after || found.wrongHours > 0 || found.filled > 0 || found.doubles > 0))
    console.log(
      `Reconciled: the number said ${found.before}, the rows say ${found.after}; ` +
        `${found.filled} rows completed, ${found.doubles} addresses that share a mailbox with another signature` +
        (found.wrongHours > 0 ? "; the counts per hour are mended" : "") +
        (found.isComplete ? "." : "; more rows are completed while the site is open."),
    );
  const unfilled = configuration.placeholders.length + unwrittenTexts().length;
  if (unfilled > 0) console.warn(`To fill in still: ${unfilled} of the petition. npm run petition -- doctor lists them.`);
  if (configuration.deleteBy === "request")
    console.warn(
      "DELETE_BY=request: whoever knows an address can remove its signature until its owner restores it. See README.",
    );
  const stale = staleSources(systemClock.now(), configuration.factsMaxAge);
  if (stale.length > 0) console.warn(`Not seen for longer than FACTS_MAX_AGE: ${stale.join(", ")}. See npm run facts.`);
  for (const warning of configuration.warnings) console.warn(warning);
  console.log(`The administrator's key: ${join(configuration.dataFolder, "admin-key")} (unless ADMIN_KEY is set)`);
  const shown = isDeveloping ? `, shown at ${address}/dev/mailbox` : "";
  console.log(
    secrets.smtpUrl ? "E-mails go out by SMTP." : `E-mails are files in ${join(configuration.dataFolder, "outbox")}${shown}`,
  );
  console.log(`Version ${VERSION}, on Node.js ${process.versions.node}.`);
  console.log(
    `The petition is open at ${address}${configuration.publicUrl ? `, for the public at ${configuration.publicUrl}` : ""}`,
  );
}

function endOnSignals(): void {
  let isEnding = false;
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, async () => {
      if (isEnding) return;
      isEnding = true;
      await close();
      process.exit(0);
    });
  }
}
