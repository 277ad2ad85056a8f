/** What must never be logged. */
import { createPrivateKey } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { KEY_LENGTH_MIN, newKey } from "../crypto/key-files.ts";
import { makeSigningKey, readSigningKey, type SigningKey } from "../transparency/keys.ts";
import { keptKey } from "./data-folder.ts";
import { address, type Environment, readSettings, UnusableSetting, understood } from "./kinds.ts";

export interface Secrets {
  databaseUrl: string | null;
  smtpUrl: string | null;
  adminKey: string;
  /** The first makes, all open. */
  secretKeys: string[];
  /** Of the public log; all sign. None where an operator's command finds no key file. */
  logKeys: SigningKey[];
  keyFiles: { admin: string | null; secret: string | null };
  serviceAccount: ServiceAccount | null;
  mailWebhookKey: string | null;
}

export interface ServiceAccount {
  email: string;
  /** PEM. */
  privateKey: string;
}

const KEY = z.string().min(KEY_LENGTH_MIN, `must have at least ${KEY_LENGTH_MIN} characters.`);

const KEYS = z
  .string()
  .transform((given) => given.split(",").map((one) => one.trim()))
  .pipe(z.array(KEY));

const NO_KEY = "";

/** The refusal must not repeat the key. */
const LOG_KEYS = understood((given) => {
  if (given === NO_KEY) return [];
  const keys = given.split(",").map((one) => readSigningKey(one.trim()));
  return keys.every((key) => key !== null) ? keys : undefined;
}, "must be an Ed25519 key as signed notes have it: PRIVATE+KEY+name+hash+key; several are separated by commas.");

interface SecretsTools {
  dataFolder: string;
  serviceAccountFile: string | null;
  /** Of the address in links, with its port. */
  host: string;
  isStart: boolean;
}

export function readSecrets(
  environment: Environment,
  { dataFolder, serviceAccountFile, host, isStart }: SecretsTools,
): Secrets {
  const keyFiles: Secrets["keyFiles"] = { admin: null, secret: null };
  const kept = (key: "admin" | "secret") => {
    const file = join(dataFolder, `${key}-key`);
    keyFiles[key] = file;
    return keptKey(file, newKey, { isStart });
  };
  const logKey = () => {
    const file = join(dataFolder, "log-key");
    // An operator's command may come before the first start of a release that has a log.
    return isStart || existsSync(file) ? keptKey(file, () => makeSigningKey(`${host}/log`), { isStart }) : NO_KEY;
  };
  const set = readSettings(
    z.object({
      DATABASE_URL: address("postgres", "postgresql").nullable().default(null),
      SMTP_URL: address("smtp", "smtps")
        .refine(isTlsKnown, "says tls= something else than required or optional.")
        .refine(hasNoRequireTls, "says requireTLS=: write tls=required or tls=optional instead.")
        .nullable()
        .default(null),
      ADMIN_KEY: KEY.prefault(() => kept("admin")),
      SECRET_KEY: KEYS.prefault(() => kept("secret")),
      LOG_KEY: LOG_KEYS.prefault(logKey),
      MAIL_WEBHOOK_KEY: KEY.nullable().default(null),
    }),
    environment,
  );
  return {
    databaseUrl: set.DATABASE_URL,
    smtpUrl: set.SMTP_URL,
    adminKey: set.ADMIN_KEY,
    secretKeys: set.SECRET_KEY,
    logKeys: set.LOG_KEY,
    keyFiles,
    serviceAccount: serviceAccountFile === null ? null : readServiceAccount(serviceAccountFile),
    mailWebhookKey: set.MAIL_WEBHOOK_KEY,
  };
}

function isTlsKnown(smtpUrl: string): boolean {
  const tls = URL.parse(smtpUrl)?.searchParams.getAll("tls") ?? [];
  return tls.length === 0 || (tls.length === 1 && /^(?:required|optional)$/.test(tls[0] ?? ""));
}

/** The mail library would follow it, whatever `tls` says. */
function hasNoRequireTls(smtpUrl: string): boolean {
  return !URL.parse(smtpUrl)?.searchParams.has("requireTLS");
}

const KEY_FILE = z
  .object({ client_email: z.string().includes("@"), private_key: z.string() })
  .transform(({ client_email, private_key }): ServiceAccount => ({ email: client_email, privateKey: private_key }));

function readServiceAccount(file: string): ServiceAccount {
  const name = "GOOGLE_APPLICATION_CREDENTIALS";
  let content: string;
  try {
    content = readFileSync(file, "utf8");
  } catch {
    throw new UnusableSetting(`${name}: the key file ${file} cannot be read.`);
  }
  try {
    const account = KEY_FILE.parse(JSON.parse(content));
    if (createPrivateKey(account.privateKey).asymmetricKeyType === "rsa") return account;
  } catch {
    // What is wrong with it could repeat the key.
  }
  throw new UnusableSetting(`${name}: the file ${file} is no service account's key (JSON with client_email and private_key).`);
}
