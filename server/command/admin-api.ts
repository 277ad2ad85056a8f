/** The administrator's calls, as commands make them. */
import { callersFolder, readConfiguration } from "../configuration.ts";
import { readAddress } from "../database/address.ts";
import { holderOfEmbedded } from "../database/embedded.ts";
import { NotDone } from "./command.ts";
import { apiAt } from "./running-site.ts";

export interface AdminApi {
  /** Throws {@link NotDone} with the reason where the answer is a refusal. */
  ask<Answer>(method: Method, path: string, body?: object): Promise<Answer>;
  download(path: string, signal: AbortSignal): Promise<Download>;
  /** Whether a site that runs has answered. */
  isRunning: boolean;
  /** The folder from which names of files are meant. */
  filesFrom: string;
  close(): Promise<void>;
}

export interface Download {
  name: string;
  /** Of signatures, as far as is known when it begins. */
  total: number;
  bytes: AsyncIterable<Uint8Array<ArrayBuffer>>;
}

/** The calls alone. */
export type Calls = Omit<AdminApi, "filesFrom">;
export type Method = "GET" | "POST" | "DELETE";
export type Headers = Record<string, string>;

/**
 * Beside a running site on the embedded database that site is asked, with the key from the data folder; otherwise the database is opened
 * here and the same calls are answered in this process. Throws what the site's own start throws, and {@link NotDone}.
 */
export async function openApi(environment: NodeJS.ProcessEnv): Promise<AdminApi> {
  const { configuration, secrets } = readConfiguration(environment, { isStart: false });
  const { dataFolder } = configuration;
  const filesFrom = callersFolder(environment);
  // Refusals are read by an operator.
  const headers = { authorization: `Bearer ${secrets.adminKey}`, "accept-language": "en" };
  const holder = secrets.databaseUrl === null ? await holderOfEmbedded(dataFolder) : null;
  if (holder === null) {
    // Loaded only where it is needed: it is the whole site.
    const { apiOfOwnSite } = await import("./own-site.ts");
    return { ...(await apiOfOwnSite(configuration, secrets, headers)), filesFrom };
  }
  const address = await readAddress(dataFolder);
  if (address !== null) return { ...apiAt(address, headers), filesFrom };
  throw new NotDone(
    `Process ${holder} uses the embedded database in ${dataFolder} and cannot be asked: it is starting, ending or another command. Try again in a moment.`,
  );
}
