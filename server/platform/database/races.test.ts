/** Whatever two people do about one address at once, the database never has to break up a deadlock (decision 0016). */
import { createHmac, randomBytes, randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { SUPPRESSION_LIFETIME } from "../../../petition/confirmation.ts";
import { RESTORE_LIFETIME } from "../../../petition/withdrawal.ts";
import { reconcile } from "../../ledger/count/reconcile.ts";
import { encodeRecord } from "../../ledger/erasure/record.ts";
import { ENGINES } from "../../testing/databases.ts";
import { type House, NOON, openHouse } from "../../testing/house.ts";
import { anna } from "../../testing/people.ts";
import { makeCrypto, sha256 } from "../crypto/crypto.ts";
import { emailHash, makePersonalToken, makeSuppressionToken, makeToken } from "../crypto/links.ts";

const SECRET = "the secret key of all our races";
const KEY = "the key of our races";
const BEARER = { authorization: `Bearer ${KEY}` };
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const crypto = makeCrypto([SECRET]);
const STATES = ["pending", "counted", "erased"] as const;

/** Somebody with two links that work, one that does not any more, and a signature: none yet, a counted one, or an erased one. */
interface Somebody {
  email: string;
  signatureId: string;
  pendingIds: string[];
  links: string[];
}

type Action = (house: House, one: Somebody) => Promise<unknown>;

/** Each answers the status of its call; what has no call of its own throws where it fails. */
const ACTIONS: Record<string, Action> = {
  sign: async (house, { email }) => (await house.sign({ ...anna, email }, {}, from(email))).status,
  "send again": async (house, { email }) => (await house.post("/api/petition/resend", { email }, from(email))).status,
  confirm: async (house, { links: [one = ""] }) => (await house.confirm(one)).status,
  "confirm by the other link": async (house, { links: [, other = ""] }) => (await house.confirm(other)).status,
  "that was not me": ({ site }, one) => site.petition.suppress(suppressionOf(one)),
  "it was me after all": ({ site }, one) => site.petition.undoSuppression(suppressionOf(one)),
  withdraw: async (house, { email }) =>
    (await house.post("/api/petition/delete", { email, confirmDeletion: true }, from(email))).status,
  "withdraw by a link": ({ site, clock }, { email }) =>
    site.petition.withdrawByLink(
      crypto.encrypt("deletion-link", JSON.stringify({ normalisedEmail: email, expiresAt: clock.later(HOUR).getTime() })),
    ),
  restore: ({ site, clock }, one) =>
    site.petition.restore(restoreTokenOf(one, clock.later(HOUR)), visitor, site.petition.presentTexts("de")),
  "restore what was not confirmed": async ({ site, clock }, one) => {
    const token = pendingTokenOf(one, clock.later(HOUR));
    await site.petition.restoration(token, visitor);
    return site.petition.restore(token, visitor, site.petition.presentTexts("de"));
  },
  correct: ({ site, clock }, { signatureId }) =>
    site.petition.correct(
      makePersonalToken(crypto, signatureId, clock.later(HOUR)),
      {
        fullName: `Anna ${wordFrom(randomBytes(4))}`,
        visibility: "public",
      },
      { language: "de" },
    ),
  "ask for another address": ({ site, clock }, { email, signatureId }) =>
    site.petition.askForAddress(makePersonalToken(crypto, signatureId, clock.later(HOUR)), `new.${email}`, { language: "de" }),
  "make another address its own": ({ site, clock }, { email, signatureId: id }) => {
    const link = { of: "old", id, email: `old.${email}`, askedAt: 0, expiresAt: clock.later(HOUR).getTime() };
    return site.petition.followAddressLink(crypto.encrypt("address-link", JSON.stringify(link)), { language: "de" });
  },
  "withdraw one's own": ({ site, clock }, { signatureId }) =>
    site.petition.withdrawOwn(makePersonalToken(crypto, signatureId, clock.later(HOUR)), { language: "de" }),
  "report a bounce": async (house, { email }) => {
    const body = JSON.stringify({ kind: "hard", recipient: email });
    const signature = `sha256=${createHmac("sha256", KEY).update(body).digest("hex")}`;
    return (await house.post("/api/mail/bounces", body, { "x-signature": signature })).status;
  },
  remove: async (house, { signatureId }) =>
    (await fetch(`${house.url}/api/admin/signatures/${signatureId}`, { method: "DELETE", headers: BEARER })).status,
  "hide the name": (house, { signatureId }) =>
    administer(house, `signatures/${signatureId}/name`, { hidden: Math.random() < 0.5 }),
  quarantine: (house, { signatureId }) => administer(house, "quarantine", { signature: signatureId, expected: 1 }),
  release: (house, { signatureId }) => administer(house, "release", { signature: signatureId, expected: 1 }),
  "send given-up e-mails again": (house) => administer(house, "mail/retry", {}),
  "what happens by the clock": async ({ site, clock }) => {
    clock.forward(MINUTE);
    await site.tasks.runDue();
  },
};

const visitor = { address: "127.0.0.1", userAgent: null, limited: false, language: "de" } as const;

describe.each(ENGINES)("Every pair of actions about one address (%s database)", (engine) => {
  let house: House;
  const log: string[] = [];
  beforeAll(async () => {
    const settings = {
      SECRET_KEY: SECRET,
      ADMIN_KEY: KEY,
      MAIL_WEBHOOK_KEY: KEY,
      TRUST_PROXY: "loopback",
      SIGN_RATE_LIMIT: "100000/1h",
      DELETE_RATE_LIMIT: "100000/1h",
    };
    house = await openHouse(engine, settings, { log: (line) => log.push(line) });
    // As if a spreadsheet were kept, so that its trigger writes, too.
    await house.rows("insert into spreadsheet_state (spreadsheet) values ('one')");
  });
  afterAll(() => house.close());

  /** On its one connection the embedded database does one after the other anyway: there each action beside one other. */
  const isEmbedded = engine === "embedded";

  test.each(STATES)("at once, where a signature is %s: nobody sees a failure", async (state) => {
    const pairs = Object.keys(ACTIONS).flatMap((one, at, all) =>
      all
        .slice(at, isEmbedded ? at + 2 : undefined)
        .slice(isEmbedded ? -1 : 0)
        .map((other) => [one, other] as const),
    );
    const failures: string[] = [];
    const waiting = await Promise.all(pairs.map(async (pair) => ({ pair, somebody: await enter(house, state) })));
    await reconcile(house.site.database.db, house.clock);
    const race = async () => {
      for (let next = waiting.pop(); next; next = waiting.pop()) {
        const { pair, somebody } = next;
        const outcomes = await Promise.allSettled(pair.map((name) => ACTIONS[name]?.(house, somebody)));
        for (const outcome of outcomes) {
          if (outcome.status === "rejected") failures.push(`${pair.join(" | ")}: ${causeOf(outcome.reason)}`);
          else if (typeof outcome.value === "number" && isFailure(outcome.value))
            failures.push(`${pair.join(" | ")}: ${outcome.value}`);
        }
      }
    };
    await Promise.all([race(), race(), race()]);
    await house.site.outbox.runDue();
    expect(failures).toEqual([]);
  });

  test("afterwards number, rows and blocks agree, the log holds no failure, and the database has broken up no deadlock", async () => {
    // Ends all connections, which then have told what they counted, and compares the number with the rows.
    await house.restart();
    const { before, after, wrongBlocks, wrongHours } = { ...house.site.found };
    expect({ after, wrongBlocks, wrongHours }).toEqual({ after: before, wrongBlocks: 0, wrongHours: 0 });
    const failed = log.map((line) => JSON.parse(line)).filter(({ level, code }) => level >= 50 || code === "40P01");
    expect(failed).toEqual([]);
    const [row] = await house.rows("select deadlocks::int from pg_stat_database where datname = current_database()");
    expect(row).toEqual({ deadlocks: 0 });
  });
});

async function enter(house: House, state: (typeof STATES)[number]): Promise<Somebody> {
  const now = house.clock.now();
  const signatureId = randomUUID();
  const email = `${signatureId}@example.org`;
  const query = (text: string, values: unknown[]) => house.site.database.pool.query(text, values);
  const pendings = [24 * HOUR, 24 * HOUR, -HOUR].map((ahead) => {
    const id = randomUUID();
    const expiresAt = new Date(Math.floor((now.getTime() + ahead) / 1000) * 1000);
    return { id, expiresAt, ...makeToken(crypto, id, expiresAt) };
  });
  for (const [at, { id, hash, expiresAt }] of pendings.entries()) {
    await query(
      `insert into pending_confirmations (id, token, full_name, email, normalised_email, expires_at, created_at,
          consent_version, petition_version, policy_version)
        values ($1, $2, 'Anna', $3, $3, $4, $5, '1', '1', '1')`,
      [id, hash, email, expiresAt, now],
    );
    await query("insert into outbox (kind, subject_id, next_attempt_at, failed_at) values ('confirmation-email', $1, $2, $3)", [
      id,
      now,
      at < 2 ? now : null,
    ]);
  }
  await query("insert into mail_cooldowns (email_hash, accepted_at, last_at) values ($1, array[$2::timestamptz], $2)", [
    emailHash(crypto, email),
    new Date(now.getTime() - HOUR),
  ]);
  if (state === "counted")
    await query(
      `insert into signatures (id, full_name, email, normalised_email, confirmed_at, ip_address, seconds_to_confirm)
        values ($1, 'Anna', $2, $2, $3, $4, 1)`,
      [signatureId, email, now, from(email)["x-forwarded-for"]],
    );
  if (state === "erased")
    await query("insert into erased_signatures (id_hash, erased_on) values ($1, $2)", [sha256(signatureId), NOON]);
  return { email, signatureId, pendingIds: pendings.map(({ id }) => id), links: pendings.map(({ token }) => token) };
}

/** People share a few networks, so that these come under suspicion. */
function from(email: string): { "x-forwarded-for": string } {
  return { "x-forwarded-for": `198.51.100.${email.charCodeAt(0) % 4}` };
}

/** Refused as malformed, it would have raced nobody. */
function isFailure(status: number): boolean {
  return status === 400 || status >= 500;
}

async function administer(house: House, path: string, body: object): Promise<number> {
  return (await house.post(`/api/admin/${path}`, body, BEARER)).status;
}

function suppressionOf({ email, pendingIds: [pendingId = ""] }: Somebody): string {
  const confirmationExpiresAt = new Date(NOON.getTime() + SUPPRESSION_LIFETIME);
  return makeSuppressionToken(crypto, { pendingId, emailHash: emailHash(crypto, email), confirmationExpiresAt });
}

function restoreTokenOf({ signatureId: id, email }: Somebody, at: Date): string {
  const signature = {
    ...{ id, email, fullName: "Anna", visibility: "public" as const, locale: "de", restorations: 0 },
    ...{
      confirmedAt: NOON,
      createdAt: NOON,
      petitionVersion: null,
      quarantinedAt: null,
      releasedAt: null,
      nameHiddenAt: null,
      nameCheck: null,
      objectedAt: null,
    },
  };
  return crypto.encrypt("restore", encodeRecord({ kind: "signature", signature, expiresAt: later(at) }));
}

function pendingTokenOf({ email }: Somebody, at: Date): string {
  const pending = {
    ...{ id: randomUUID(), email, fullName: "Anna", visibility: "public" as const, locale: "de", createdAt: NOON },
    petitionVersion: "1",
  };
  return crypto.encrypt("restore", encodeRecord({ kind: "pending", links: [], entries: [pending], expiresAt: later(at) }));
}

function later(at: Date): Date {
  return new Date(at.getTime() + RESTORE_LIFETIME);
}

function causeOf(failure: unknown): string {
  const { cause, message } = failure as Error;
  return cause instanceof Error ? `${message.slice(0, 60)} (${cause.message})` : message;
}

/** Names hold no digits. */
function wordFrom(bytes: Buffer): string {
  return `B${[...bytes].map((byte) => String.fromCharCode(97 + (byte % 26))).join("")}`;
}
