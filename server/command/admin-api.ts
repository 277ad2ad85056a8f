import { callersFolder, readConfiguration } from "../configuration.ts";
import { readAddress } from "../database/address.ts";
import { holderOfEmbedded } from "../database/embedded.ts";
import type { AdminApi } from "./calls.ts";
import { NotDone } from "./command.ts";
import { apiAt } from "./running-site.ts";

/** A running site is asked, else the database opened here (decision 0013). Throws what the site's start throws, and {@link NotDone}. */
export async function openApi(environment: NodeJS.ProcessEnv): Promise<AdminApi> {
  const { configuration, secrets } = readConfiguration(environment, { isStart: false });
  const { dataFolder } = configuration;
  const filesFrom = callersFolder(environment);
  const headers = { authorization: `Bearer ${secrets.adminKey}`, "accept-language": "en" };
  const holder = secrets.databaseUrl === null ? await holderOfEmbedded(dataFolder) : null;
  if (holder === null) {
    // The whole site: loaded only where it is needed.
    const { apiOfOwnSite } = await import("./own-site.ts");
    return { ...(await apiOfOwnSite(configuration, secrets, headers)), filesFrom };
  }
  const address = await readAddress(dataFolder);
  if (address !== null) return { ...apiAt(address, headers), filesFrom };
  throw new NotDone(
    `Process ${holder} uses the embedded database in ${dataFolder} and cannot be asked: it is starting, ending or another command. Try again in a moment.`,
  );
}
