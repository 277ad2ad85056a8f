/** Starts the site: reads the settings, opens everything, says where it is, and ends cleanly. */
import { join } from "node:path";
import { isLanguage } from "../petition/language.ts";
import { PLACEHOLDER, petitionConfig } from "../petition.config.ts";
import { systemClock } from "./clock.ts";
import { type Configuration, readConfiguration, type Secrets, UnusableSetting } from "./configuration.ts";
import { isAway } from "./database/failures.ts";
import { openSite, portOf, type Site } from "./site.ts";

const isDeveloping = process.argv.includes("--develop");

try {
  await start();
} catch (failure) {
  console.error(sentenceOf(failure));
  process.exit(1);
}

async function start(): Promise<void> {
  const { configuration, secrets } = readConfiguration(process.env);
  const vite = isDeveloping ? await (await import("./development.ts")).openVite() : null;
  const site = await openSite({
    configuration,
    secrets,
    clock: systemClock,
    logger: { level: "warn" },
    development: vite ?? undefined,
    mailWritten: ({ file, link }) => console.log(`E-mail ${file}\n  its link: ${link}`),
    onFailure: (failure) => {
      console.error(`The embedded database failed: ${failure.message}`);
      process.exit(1);
    },
  });
  vite?.attach(site.app);
  endOnSignals(site);
  await site.app.listen({ host: configuration.host, port: configuration.port });
  site.outbox.start();
  site.spreadsheet?.start();
  await site.tasks.start();
  sayWhere(site, configuration, secrets);
}

function sayWhere({ app, found, erasedAgain }: Site, configuration: Configuration, secrets: Secrets): void {
  const address = `http://${configuration.host.includes(":") ? `[${configuration.host}]` : configuration.host}:${portOf(app)}`;
  if (erasedAgain > 0) console.log(`Erased again: ${erasedAgain} signatures that a restored backup had brought back.`);
  if (found.before !== found.after || found.wrongBlocks > 0 || found.filled > 0 || found.doubles > 0)
    console.log(
      `Reconciled: the number said ${found.before}, the rows say ${found.after}; ` +
        `${found.filled} rows completed, ${found.doubles} addresses that share a mailbox with another signature.`,
    );
  const placeholders = placeholdersIn(petitionConfig);
  if (placeholders.length > 0) console.warn(`petition.config.ts still holds placeholders: ${placeholders.join(", ")}.`);
  if (configuration.deleteBy === "request")
    console.warn(
      "DELETE_BY=request: whoever knows an address can remove its signature until its owner restores it. See README.",
    );
  for (const warning of configuration.warnings) console.warn(warning);
  console.log(`The administrator's key: ${join(configuration.dataFolder, "admin-key")} (unless ADMIN_KEY is set)`);
  console.log(secrets.smtpUrl ? "E-mails go out by SMTP." : `E-mails are files in ${join(configuration.dataFolder, "outbox")}`);
  console.log(
    `The petition is open at ${address}${configuration.publicUrl ? `, for the public at ${configuration.publicUrl}` : ""}`,
  );
}

/** Where a placeholder stands, such as `handover.date`; one of several languages counts as one. */
function placeholdersIn(value: unknown, path = ""): string[] {
  if (typeof value === "string") return value.includes(PLACEHOLDER) ? [path] : [];
  if (typeof value !== "object" || value === null) return [];
  const places = Object.entries(value).flatMap(([name, inner]) =>
    placeholdersIn(inner, isLanguage(name) || Array.isArray(value) ? path : [path, name].filter(Boolean).join(".")),
  );
  return [...new Set(places)];
}

function endOnSignals(site: Site): void {
  let isEnding = false;
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    process.on(signal, async () => {
      if (isEnding) return;
      isEnding = true;
      await site.close();
      process.exit(0);
    });
  }
}

function sentenceOf(failure: unknown): string {
  if (failure instanceof UnusableSetting) return failure.message;
  const { code, message, stack } = failure as NodeJS.ErrnoException;
  if (code === "EADDRINUSE") return "PORT: another program listens there already.";
  if (code === "EACCES" || code === "EADDRNOTAVAIL") return `HOST and PORT: cannot listen there (${code}).`;
  if ((failure as Error).name === "EmbeddedDatabaseInUse") return message;
  if (isAway(failure)) return `DATABASE_URL: the database does not answer (${code ?? message}).`;
  // No such user, wrong password, no such database (PostgreSQL manual, appendix A).
  if (code && /^(?:28|3D)/.test(code)) return `DATABASE_URL: the database does not let us in (${code}).`;
  return stack ?? message;
}
