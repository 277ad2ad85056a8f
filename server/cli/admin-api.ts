import { callersFolder, readConfiguration } from "../platform/config/configuration.ts";
import type { Secrets } from "../platform/config/secrets.ts";
import { readAddress } from "../platform/database/address.ts";
import { holderOfEmbedded } from "../platform/database/embedded.ts";
import type { AdminApi, Calls, Headers } from "./calls.ts";
import { NotDone } from "./command.ts";
import { apiAt } from "./running-site.ts";

/** A running site is asked, else the database opened here (decision 0013). Throws what the site's start throws, and {@link NotDone}. */
export async function openApi(environment: NodeJS.ProcessEnv): Promise<AdminApi> {
  const { configuration, secrets } = readConfiguration(environment, { isStart: false });
  const { dataFolder } = configuration;
  const filesFrom = callersFolder(environment);
  const headers = headersFor(secrets);
  const running = secrets.databaseUrl === null ? await askHolder(dataFolder, headers) : null;
  if (running !== null) return { ...running, filesFrom };
  const { apiOfOwnSite } = await import("./own-site.ts");
  return { ...(await apiOfOwnSite(configuration, secrets, headers)), filesFrom };
}

/** The site that has the embedded database; null where nobody has. Throws {@link NotDone}. */
export async function askHolder(dataFolder: string, headers: Headers): Promise<Calls | null> {
  const holder = await holderOfEmbedded(dataFolder);
  if (holder === null) return null;
  const address = await readAddress(dataFolder);
  if (address !== null) return apiAt(address, headers);
  throw new NotDone(
    `Process ${holder} uses the embedded database in ${dataFolder} and cannot be asked: it is starting, ending or another command. Try again in a moment.`,
  );
}

export function headersFor({ adminKey }: Pick<Secrets, "adminKey">): Headers {
  return { authorization: `Bearer ${adminKey}`, "accept-language": "en" };
}
