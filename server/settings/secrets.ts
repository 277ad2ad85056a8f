/** What must never be logged. */
import { createPrivateKey } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { KEY_LENGTH_MIN } from "../crypto/key-files.ts";
import { keptKey } from "./data-folder.ts";
import { address, type Environment, readSettings, UnusableSetting } from "./kinds.ts";

export interface Secrets {
  databaseUrl: string | null;
  smtpUrl: string | null;
  adminKey: string;
  /** The first makes, all open. */
  secretKeys: string[];
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

export function readSecrets(
  environment: Environment,
  { dataFolder, serviceAccountFile, isStart }: { dataFolder: string; serviceAccountFile: string | null; isStart: boolean },
): Secrets {
  const keyFiles: Secrets["keyFiles"] = { admin: null, secret: null };
  const kept = (key: "admin" | "secret") => {
    const file = join(dataFolder, `${key}-key`);
    keyFiles[key] = file;
    return keptKey(file, { isStart });
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
      MAIL_WEBHOOK_KEY: KEY.nullable().default(null),
    }),
    environment,
  );
  return {
    databaseUrl: set.DATABASE_URL,
    smtpUrl: set.SMTP_URL,
    adminKey: set.ADMIN_KEY,
    secretKeys: set.SECRET_KEY,
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
