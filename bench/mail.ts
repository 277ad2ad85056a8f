import { randomBytes, randomUUID } from "node:crypto";
import { makeCrypto } from "../server/platform/crypto/crypto.ts";
import { makeToken } from "../server/platform/crypto/links.ts";
import { migrateDatabase } from "../server/platform/database/migrate.ts";
import { openDatabase } from "../server/platform/database/open.ts";
import { outbox, pendingConfirmations } from "../server/platform/database/schema.ts";
import { crowd } from "../server/testing/people.ts";
import { startBeside } from "./beside.ts";
import type { Chapter } from "./figure.ts";
import { type Engine, type Ground, startCounted } from "./ground.ts";
import { familySeconds, processorSeconds } from "./processor-time.ts";
import type { Awaited } from "./sink.ts";

const LETTERS = { warmUp: 1000, letters: 5000 } satisfies Awaited;
const QUICK = { warmUp: 50, letters: 150 } satisfies Awaited;
const PER_SECOND = 500;
const AT_ONCE = 500;
const HOUR = 60 * 60_000;

/** A queue of confirmations that a start finds, sent to a mail server on this machine. */
export async function measureMail(ground: Ground, engine: Engine): Promise<Chapter> {
  const awaited = ground.isQuick ? QUICK : LETTERS;
  const url = engine === "embedded" ? undefined : await ground.newDatabase("bench_mail");
  const dataFolder = ground.folder(`mail-${engine}`);
  const secret = randomBytes(32).toString("base64url");
  await queue({ url, dataFolder, secret, letters: awaited.warmUp + awaited.letters });

  const sink = startBeside("sink.ts");
  const smtpUrl = await sink.ask<string>("open");
  const seen: Record<"ours" | "database" | "sink" | "statements", number>[] = [];
  const arrived = sink.ask<number, string>(awaited, () => look());
  const server = await startCounted(
    { DATA_DIR: dataFolder, DATABASE_URL: url, SMTP_URL: smtpUrl, SECRET_KEY: secret },
    { counts: ground.folder("counts") },
  );
  const look = () =>
    void seen.push({
      ours: processorSeconds(server.pid),
      database: url === undefined || ground.postmaster === null ? Number.NaN : familySeconds(ground.postmaster),
      sink: processorSeconds(sink.pid),
      statements: server.counted().statements,
    });
  try {
    const duration = await arrived;
    const [begin, end] = seen;
    if (!begin || !end) throw new Error("The e-mails came before the site was open.");
    const used = (name: keyof typeof begin) => end[name] - begin[name];
    const each = (name: "ours" | "database" | "sink") => (used(name) * 1000) / awaited.letters;
    return {
      title: `E-mails, ${engine}`,
      figures: [
        {
          what: `${awaited.letters.toLocaleString("en")} confirmations that waited, until the mail server has the last`,
          perSecond: (awaited.letters * 1000) / duration,
          perCoreSecond: awaited.letters / used("ours"),
          each: each("ours"),
          goal: { of: "perSecond", least: PER_SECOND },
        },
        { what: "statements for each", amount: used("statements") / awaited.letters },
        ...(Number.isNaN(used("database"))
          ? []
          : [{ what: "PostgreSQL's processor time for each, ms", amount: each("database") }]),
        { what: "the mail server's processor time for each, ms", amount: each("sink") },
      ],
    };
  } finally {
    await server.end("SIGTERM");
    sink.end();
  }
}

/** As signing leaves them behind. */
async function queue({
  url,
  dataFolder,
  secret,
  letters,
}: {
  url?: string;
  dataFolder: string;
  secret: string;
  letters: number;
}) {
  const crypto = makeCrypto([secret]);
  const expiresAt = new Date(Math.ceil(Date.now() / HOUR + 12) * HOUR);
  const versions = { consentVersion: "1", petitionVersion: "1", policyVersion: "1" };
  const people = crowd(letters, "queued");
  const database = await openDatabase({ url, dataFolder });
  try {
    await migrateDatabase(database);
    for (let from = 0; from < letters; from += AT_ONCE) {
      const rows = people.slice(from, from + AT_ONCE).map((person) => {
        const id = randomUUID();
        return {
          ...person,
          ...versions,
          id,
          expiresAt,
          normalisedEmail: person.email,
          token: makeToken(crypto, id, expiresAt).hash,
        };
      });
      await database.db.insert(pendingConfirmations).values(rows);
      await database.db
        .insert(outbox)
        .values(rows.map(({ id }) => ({ kind: "confirmation-email" as const, subjectId: id, nextAttemptAt: new Date() })));
    }
  } finally {
    await database.close();
  }
}
