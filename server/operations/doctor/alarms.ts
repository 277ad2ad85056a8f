/** What the running site knows of its installation cheaply, for the administration; `npm run petition -- doctor` looks at more. */
import type { InstallationAlarm } from "../../../contract/administration/operations.ts";
import { MINUTE } from "../../../petition/duration.ts";
import type { Context } from "../../context.ts";
import { staleWhileRevalidate } from "../../platform/cache/stale-while-revalidate.ts";
import { type Clock, systemClock } from "../../platform/clock.ts";
import { isSecure } from "../../platform/config/configuration.ts";
import type { Trouble } from "../../platform/mail/transport.ts";
import { CERTIFICATE_DAYS, daysLeft } from "./asking.ts";
import { backupState, CLOCK_MAY_DIFFER, diskState, readableByOthers } from "./machine.ts";

const MEGABYTE = 1024 * 1024;
const CERTIFICATE_EVERY = 6 * 60 * MINUTE;

interface InstallationTools extends Pick<Context, "configuration" | "clock" | "database"> {
  endOfCertificate(address: string): Promise<Date>;
  mailTrouble(): Trouble | null;
  /** Of this machine, whatever the site's own says. */
  machine?: Clock;
}

/** Asked by each open administration, twice a minute: so it remembers for a while. */
export function watchInstallation(tools: InstallationTools): () => Promise<InstallationAlarm[]> {
  const { configuration, clock, machine = systemClock } = tools;
  // Null where it cannot be seen from here: that is `doctor`'s to say.
  const endOf = () => tools.endOfCertificate(configuration.publicUrl).catch(() => null);
  const certificate = staleWhileRevalidate(endOf, { maxAge: CERTIFICATE_EVERY, clock });
  const remembered = staleWhileRevalidate(
    async () => {
      const ofCertificate = isSecure(configuration) ? certificateAlarm(await certificate.get(), machine) : [];
      return [...ofCertificate, ...(await look(tools, machine))];
    },
    { maxAge: MINUTE, clock },
  );
  return async () => {
    const trouble = tools.mailTrouble();
    const alarms = await remembered.get();
    return trouble ? [{ kind: "mail", since: trouble.since.toISOString(), code: trouble.code }, ...alarms] : alarms;
  };
}

function certificateAlarm(end: Date | null, machine: Clock): InstallationAlarm[] {
  const days = end === null ? null : daysLeft(end, machine.now());
  return days === null || days >= CERTIFICATE_DAYS ? [] : [{ kind: "certificate", days }];
}

async function look({ configuration, clock, database }: InstallationTools, machine: Clock): Promise<InstallationAlarm[]> {
  const { dataFolder } = configuration;
  const found: InstallationAlarm[] = [];
  const seconds = database.kind === "server" ? Math.round((await aheadOf(database, machine)) / 1000) : 0;
  if (Math.abs(seconds) * 1000 > CLOCK_MAY_DIFFER) found.push({ kind: "clock", seconds });
  const disk = diskState(dataFolder);
  if (disk.free < disk.needed || !disk.hasFiles)
    found.push({ kind: "disk", free: Math.floor(disk.free / MEGABYTE), needed: Math.ceil(disk.needed / MEGABYTE) });
  const files = readableByOthers({ dataFolder, serviceAccountFile: null });
  if (files.length > 0) found.push({ kind: "keys", files });
  const { at, isDue } = backupState(dataFolder, clock.now());
  // Who has never run the command backs a server up by its own means, perhaps; nobody else can see to the embedded one.
  if (isDue && (at !== null || database.kind === "embedded")) found.push({ kind: "backup", at: at?.toISOString() ?? null });
  return found;
}

async function aheadOf({ pool }: Context["database"], machine: Clock): Promise<number> {
  const askedAt = machine.now().getTime();
  const { rows } = await pool.query<{ clock: string }>("select extract(epoch from clock_timestamp()) * 1000 as clock");
  return (askedAt + machine.now().getTime()) / 2 - Number(rows[0]?.clock);
}
