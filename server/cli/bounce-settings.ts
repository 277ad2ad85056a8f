import { readFile } from "node:fs/promises";
import { resolve } from "node:path";
import { parseEnv } from "node:util";
import { callersFolder, readPlace } from "../platform/config/configuration.ts";
import type { Environment } from "../platform/config/kinds.ts";
import { readWebhookKey } from "../platform/config/secrets.ts";
import { localAddress, readAddress } from "../platform/database/address.ts";

/** What the environment says holds; the file adds the rest. Throws what is wrong with them. */
export async function readBounceSettings(
  environment: Environment,
  file: string | null,
): Promise<{ key: string; address: string }> {
  const written = file === null ? "" : await readFile(resolve(callersFolder(environment), file), "utf8");
  const settings = { ...parseEnv(written), ...environment };
  const key = readWebhookKey(settings);
  if (key === null) throw new Error("MAIL_WEBHOOK_KEY is not set: name a file that says it with --settings.");
  const { dataFolder, host, port } = readPlace(settings);
  return { key, address: (await readAddress(dataFolder)) ?? localAddress(host, port) };
}
