import { createPrivateKey, randomBytes, randomUUID } from "node:crypto";
import {
  accessSync,
  constants,
  existsSync,
  linkSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { z } from "zod";
import { parsedJson } from "../../../petition/json.ts";
import { orElse, succeeds } from "../../../petition/or-else.ts";
import { makeSigningKey, readSigningKey } from "../crypto/log-keys.ts";
import { address, type Environment, endpoint, readSettings, UnusableSetting, understood } from "./kinds.ts";

export const KEY_LENGTH_MIN = 16;

export const SENDABLE = /^[\x20-\x7e]*$/;

export type Secrets = ReturnType<typeof readSecrets>;

export type GivenSecrets = Pick<Secrets, "databaseUrl" | "secretKeys" | "logKeys">;

export type ServiceAccount = z.output<typeof KEY_FILE>;

const KEY = z.string().min(KEY_LENGTH_MIN, `must have at least ${KEY_LENGTH_MIN} characters.`);

const ADMIN_KEY = KEY.regex(
  SENDABLE,
  "must consist of ASCII characters (letters without accents, digits, signs): no other can be sent.",
);

const KEYS = z
  .string()
  .transform((given) => given.split(",").map((one) => one.trim()))
  .pipe(z.array(KEY));

const NO_KEY = "";

const LOG_KEYS = understood((given) => {
  if (given === NO_KEY) return [];
  const keys = given.split(",").map((one) => readSigningKey(one.trim()));
  return keys.every((key) => key !== null) ? keys : undefined;
}, "must be an Ed25519 key as signed notes have it: PRIVATE+KEY+name+hash+key; several are separated by commas.");

const TLS_FILES = ["sslrootcert", "sslcert", "sslkey"];

/** The driver verifies in each of these modes, and its next version would not. */
const DATABASE_ADDRESS = address(["postgres", "postgresql"], "postgres://user@localhost/petition?host=/run/postgresql")
  .refine(
    (url) => TLS_FILES.every((name) => isReadable(URL.parse(url)?.searchParams.get(name) ?? null)),
    `names a file that cannot be read, in ${TLS_FILES.join(", ")}.`,
  )
  .transform((url) =>
    url.includes("uselibpqcompat") ? url : url.replace(/(?<=[?&]sslmode=)(?:prefer|require|verify-ca)(?=&|$)/, "verify-full"),
  );

function isReadable(file: string | null): boolean {
  return file === null || succeeds(() => accessSync(file, constants.R_OK));
}

const smtpAddress = () =>
  address(["smtp", "smtps"])
    .refine(isTlsKnown, "says tls= something else than required or optional.")
    // The mail library would follow it, whatever `tls` says.
    .refine(
      (url) => !URL.parse(url)?.searchParams.has("requireTLS"),
      "says requireTLS=: write tls=required or tls=optional instead.",
    )
    .nullable()
    .default(null);

const UNKEPT = {
  DATABASE_URL: DATABASE_ADDRESS.nullable().default(null),
  SMTP_URL: smtpAddress(),
  ALARM_SMTP_URL: smtpAddress(),
  ALARM_WEBHOOK: endpoint().nullable().default(null),
  ALARM_WEBHOOK_SECRET: understood((given) => {
    const key = Buffer.from(/^whsec_([\w+/-]+={0,2})$/.exec(given)?.[1] ?? "", "base64");
    return key.length >= 24 && key.length <= 64 ? key : undefined;
  }, "must be whsec_ and 24 to 64 bytes in Base64.")
    .nullable()
    .default(null),
  ALARM_PING_URL: endpoint().nullable().default(null),
  MAIL_WEBHOOK_KEY: KEY.nullable().default(null),
};

/** For a look that changes nothing: what a start would make in files may be missing. */
export const SET_SECRETS = z.object({
  ...UNKEPT,
  ADMIN_KEY: ADMIN_KEY.optional(),
  SECRET_KEY: KEYS.optional(),
  LOG_KEY: LOG_KEYS.optional(),
});

interface SecretsTools {
  dataFolder: string;
  serviceAccountFile: string | null;
  host: string;
  isStart: boolean;
}

export function readSecrets(environment: Environment, { dataFolder, serviceAccountFile, host, isStart }: SecretsTools) {
  const keyFiles: Record<"admin" | "secret", string | null> = { admin: null, secret: null };
  const kept = (key: "admin" | "secret", schema: z.ZodType) => {
    const file = join(dataFolder, `${key}-key`);
    keyFiles[key] = file;
    return keptKey(file, newKey, schema, isStart);
  };
  const logKey = () => {
    const file = join(dataFolder, "log-key");
    // An operator's command may come before the first start of a release that has a log.
    if (!isStart && !existsSync(file)) return NO_KEY;
    return keptKey(file, () => makeSigningKey(`${host}/log`), LOG_KEYS, isStart);
  };
  const set = readSettings(
    z.object({
      ...UNKEPT,
      ADMIN_KEY: ADMIN_KEY.prefault(() => kept("admin", ADMIN_KEY)),
      SECRET_KEY: KEYS.prefault(() => kept("secret", KEYS)),
      LOG_KEY: LOG_KEYS.prefault(logKey),
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
    alarms: waysIn(set),
  };
}

/** Made on the first start; two processes that start at once agree on one. Nobody has set it, so a refusal names the file. */
function keptKey(file: string, make: () => string, schema: z.ZodType, isStart: boolean): string {
  if (isStart) makeOnce(file, make);
  const content = orElse(() => readKeyFile(file), null);
  if (content === null) throw new UnusableSetting(`DATA_DIR: the key file ${file} cannot be read.`);
  if (content !== "" && schema.safeParse(content).success) return content;
  throw new UnusableSetting(
    `DATA_DIR: ${file} holds no such key. Put the right one back; docs/operating/every-day.md, "Keys", says what its loss costs.`,
  );
}

/** Whole or not at all: half a key, as a full disk would leave, is none for every start to come. */
function makeOnce(file: string, make: () => string): void {
  const draft = `${file}.${randomUUID()}`;
  try {
    if (existsSync(file)) return;
    writeFileSync(draft, `${make()}\n`, { mode: 0o600, flag: "wx", flush: true });
    linkSync(draft, file);
  } catch (failure) {
    if ((failure as NodeJS.ErrnoException).code !== "EEXIST")
      throw new UnusableSetting(`DATA_DIR: the key file ${file} cannot be written.`);
  } finally {
    rmSync(draft, { force: true });
  }
}

export type AlarmSecrets = ReturnType<typeof waysIn>;

export function waysIn(set: Pick<z.output<typeof SET_SECRETS>, `ALARM_${string}` & keyof typeof UNKEPT>) {
  const { ALARM_SMTP_URL: smtpUrl, ALARM_WEBHOOK: webhook, ALARM_WEBHOOK_SECRET: webhookKey, ALARM_PING_URL: pingUrl } = set;
  return { smtpUrl, webhook, webhookKey, pingUrl };
}

export function readGivenSecrets(environment: Environment): GivenSecrets {
  const set = readSettings(
    z.object({ DATABASE_URL: UNKEPT.DATABASE_URL, SECRET_KEY: KEYS.optional(), LOG_KEY: LOG_KEYS.optional() }),
    environment,
  );
  return { databaseUrl: set.DATABASE_URL, secretKeys: set.SECRET_KEY ?? [], logKeys: set.LOG_KEY ?? [] };
}

export function readWebhookKey(environment: Environment): Secrets["mailWebhookKey"] {
  return readSettings(z.object({ MAIL_WEBHOOK_KEY: UNKEPT.MAIL_WEBHOOK_KEY }), environment).MAIL_WEBHOOK_KEY;
}

function isTlsKnown(smtpUrl: string): boolean {
  const tls = URL.parse(smtpUrl)?.searchParams.getAll("tls") ?? [];
  return tls.length === 0 || (tls.length === 1 && /^(?:required|optional)$/.test(tls[0] ?? ""));
}

const KEY_FILE = z
  .object({ client_email: z.string().includes("@"), private_key: z.string() })
  .transform(({ client_email, private_key }) => ({ email: client_email, privateKey: private_key }));

export function readServiceAccount(file: string): ServiceAccount {
  const name = "GOOGLE_APPLICATION_CREDENTIALS";
  const content = orElse(() => readKeyFile(file), null);
  if (content === null) throw new UnusableSetting(`${name}: the key file ${file} cannot be read.`);
  // What is wrong with it could repeat the key.
  const account = KEY_FILE.safeParse(parsedJson(content)).data;
  const kind = account && orElse(() => createPrivateKey(account.privateKey).asymmetricKeyType, null);
  if (account && kind === "rsa") return account;
  throw new UnusableSetting(`${name}: the file ${file} is no service account's key (JSON with client_email and private_key).`);
}

export function newKey(): string {
  return randomBytes(24).toString("base64url");
}

export function replaceKeyFile(file: string, content: string): void {
  const draft = `${file}.${randomUUID()}`;
  try {
    writeFileSync(draft, `${content}\n`, { mode: 0o600, flag: "wx", flush: true });
    renameSync(draft, file);
  } finally {
    rmSync(draft, { force: true });
  }
}

export function readKeyFile(file: string): string {
  return readFileSync(file, "utf8").trim();
}

/** A replaced file is read again; one that is gone or unusable changes nothing. `file`: null where the key stays. */
export function watchKey(key: string, file: string | null): () => string {
  if (file === null) return () => key;
  let known = versionOf(file);
  let current = key;
  return () => {
    const version = versionOf(file);
    if (version === null || version === known) return current;
    known = version;
    const read = readKeyFile(file);
    if (read.length >= KEY_LENGTH_MIN && SENDABLE.test(read)) current = read;
    return current;
  };
}

function versionOf(file: string): string | null {
  const found = statSync(file, { throwIfNoEntry: false });
  return found ? `${found.ino} ${found.mtimeMs} ${found.size}` : null;
}
