/** Forms that arrive at the same moment are entered in one transaction (decision 0041); each has an outcome of its own. */
import { randomUUID } from "node:crypto";
import type { Visitor } from "../../../contract/visitor.ts";
import { linkExpiry } from "../../../petition/confirmation.ts";
import { normaliseEmail } from "../../../petition/mailbox.ts";
import { inWideNetwork } from "../../../petition/networks.ts";
import { type Standing, whatToDo } from "../../../petition/signing.ts";
import type { Context } from "../../context.ts";
import type { Crypto } from "../../platform/crypto/crypto.ts";
import { allowanceKey, emailHashes, makeToken } from "../../platform/crypto/links.ts";
import { type Batcher, makeBatcher } from "../../platform/database/batcher.ts";
import { normalisedOf } from "../../platform/database/mailbox.ts";
import type { Allowance } from "../../platform/limits/limits.ts";
import { emailOrDecoy } from "../../platform/mail/decoy.ts";
import { countRefusal } from "../../platform/metrics/counters.ts";
import type { Captcha, CaptchaAnswer } from "./captcha/captcha.ts";
import type { SignInput } from "./input.ts";
import * as store from "./store.ts";

const TOGETHER = { most: 100, abreast: 1, room: 1000, patience: 4_000, pause: 3, pauseInCrowd: 50 };

export interface Form {
  visitor: Visitor;
  /** Null for what was refused before: it counts against the limit all the same. */
  input: SignInput | null;
}

export type EnterResult =
  | { outcome: "entered"; expiresAt: Date }
  | { outcome: "too-many-attempts"; wait: number }
  | { outcome: "captcha-wrong" | "captcha-gone" };

type EnteringTools = Pick<Context, "database" | "clock" | "crypto" | "limits" | "configuration" | "wake"> & {
  captcha: Captcha;
};

export function entering(tools: EnteringTools): Batcher<Form, EnterResult> {
  return makeBatcher((forms) => enter(tools, forms), TOGETHER);
}

/** A form, and what is known of it without the database. */
interface PreparedForm extends Form {
  /** Where the limit counts it. */
  allowances: Allowance[];
  answer: CaptchaAnswer | null;
  /** Of the same session and the same fields alone; without the key it says nothing. */
  submission: string | null;
  /** Null for a robot, which gets no e-mail. */
  mailbox: { normalised: string; allowance: string; hashes: string[] } | null;
}

async function enter(tools: EnteringTools, forms: Form[]): Promise<EnterResult[]> {
  const asked = forms.map((form) => askedBy(tools, form));
  const now = tools.clock.now();
  const expiresAt = linkExpiry(now, tools.configuration.confirmationLifetime);
  const verdicts = await tools.database.transact(async ({ ask, queryLast }) => {
    const { attempts } = tools.configuration.rateLimits.sign;
    const lines = JSON.stringify(asked.map(admissionLine));
    const windowEndsAt = new Date(now.getTime() + tools.limits.window("sign"));
    const admitting = ask(store.ADMIT, [lines, now, windowEndsAt, attempts, expiresAt, inWideNetwork(attempts)]);
    if (asked.every(({ input }) => input === null)) return (await admitting).map(verdictWith(asked, [], expiresAt));
    const mailboxes = asked.flatMap(({ mailbox }) => mailbox?.normalised ?? []);
    const captchas = asked.flatMap(({ answer }) => answer?.id ?? []);
    // Of everybody, since it does not wait to hear who is admitted.
    const [admitted, answered, known] = await Promise.all([
      admitting,
      ask(store.ANSWERED, [captchas]),
      ask(store.SIGNATURES_OF_MAILBOXES, [mailboxes]),
    ]);
    const verdicts = admitted.map(verdictWith(asked, answered, expiresAt));
    const { real, unreal } = toKeep(tools, { asked, admitted, signatures: signaturesBy(known), expiresAt });
    if (real.emails.length + real.honeypot.length === 0) return verdicts;
    void ask(store.BEGIN_ATTEMPT);
    void ask(store.KEEP, [JSON.stringify(unreal), now]);
    void ask(store.UNDO_ATTEMPT);
    await queryLast(store.KEEP, [JSON.stringify(real), now]);
    return verdicts;
  });
  const entries = verdicts.map((verdict, place) => entryOf(tools, asked[place] as PreparedForm, verdict));
  if (entries.some(({ outcome }) => outcome === "entered")) tools.wake();
  return entries;
}

function askedBy({ crypto, limits, captcha }: EnteringTools, { visitor, input }: Form): PreparedForm {
  const normalised = input?.websiteNote === "" ? normaliseEmail(input.email) : null;
  return {
    visitor,
    input,
    allowances: limits.allowances("sign", visitor),
    answer: input && captcha.read(input.sessionId, input.captcha),
    submission: input && submissionOf(crypto, input, visitor),
    mailbox:
      normalised === null
        ? null
        : { normalised, allowance: allowanceKey(crypto, normalised, "sign"), hashes: emailHashes(crypto, normalised) },
  };
}

/** All that the answer or the e-mail depends on. */
function submissionOf(crypto: Crypto, { solution: _, ...form }: SignInput, { language }: Visitor): string {
  return crypto
    .mac("submission", JSON.stringify({ ...form, language }))
    .subarray(0, 16)
    .toString("base64url");
}

function admissionLine(
  { allowances: [own, wide], answer, submission, mailbox }: PreparedForm,
  place: number,
): store.AdmissionLine {
  return {
    place,
    source: own?.key ?? null,
    wide: wide?.key ?? null,
    captcha: answer?.id ?? null,
    captchaUntil: answer?.expiresAt ?? null,
    submission,
    isRight: answer?.isRight ?? false,
    mailbox: mailbox?.allowance ?? null,
    hashes: mailbox?.hashes ?? [],
  };
}

interface Admission {
  asked: PreparedForm[];
  admitted: store.Admitted[];
  /** Ids by normalised address. */
  signatures: Map<string, string>;
  expiresAt: Date;
}

/** Whoever is sent no confirmation is written down as well, to be taken back: see {@link store.KEEP}. */
function toKeep(
  tools: EnteringTools,
  { asked, admitted, signatures, expiresAt }: Admission,
): { real: store.Kept; unreal: store.Kept } {
  const real: store.Kept = { allowances: [], pending: [], emails: [], honeypot: [] };
  const unreal: store.Kept = { ...real, allowances: [], pending: [] };
  for (const [place, verdict] of admitted.entries()) {
    const { visitor, input, answer, mailbox } = asked[place] as PreparedForm;
    if (!input || !verdict.usedCaptcha || !answer?.isRight) continue;
    if (!mailbox) {
      real.honeypot.push(tools.limits.sourceKey(visitor));
      continue;
    }
    const { normalised, allowance } = mailbox;
    const signatureId = signatures.get(normalised) ?? null;
    const due = whatToDo(standingOf(verdict, signatureId));
    const isNew = due === "send-confirmation";
    const pending = pendingOf(tools, { visitor, input, normalised, expiresAt });
    (isNew ? real : unreal).pending.push(pending);
    if (verdict.isSuppressed) unreal.allowances.push(allowance);
    // One e-mail in every case, be it to nobody.
    const alreadySigned = due === "say-already-signed" ? signatureId : null;
    real.emails.push({
      kind: alreadySigned ? "already-signed-email" : emailOrDecoy("confirmation-email", isNew),
      subjectId: alreadySigned ?? pending.id,
    });
  }
  return { real, unreal };
}

interface Verdict extends store.Admitted {
  /** Of the link that was sent with the first answer to this form; null where its captcha was used up by another one. */
  linkExpiresAt: Date | null;
}

function verdictWith(asked: PreparedForm[], answered: store.Answered[], expiresAt: Date) {
  const before = new Map(answered.map(({ submission, linkExpiresAt }) => [submission, linkExpiresAt]));
  return (admitted: store.Admitted, place: number): Verdict => {
    const linkExpiresAt = admitted.usedCaptcha ? expiresAt : before.get(asked[place]?.submission ?? "");
    return { ...admitted, linkExpiresAt: linkExpiresAt ?? null };
  };
}

function standingOf({ isSuppressed, mayMail }: store.Admitted, signatureId: string | null): Standing {
  if (isSuppressed) return "suppressed";
  if (!mayMail) return "cooling-down";
  return signatureId ? "counted" : "new";
}

function pendingOf(
  { crypto }: EnteringTools,
  { visitor, input, normalised, expiresAt }: { visitor: Visitor; input: SignInput; normalised: string; expiresAt: Date },
): store.NewPending {
  const id = randomUUID();
  return {
    id,
    token: makeToken(crypto, id, expiresAt).hash,
    fullName: input.fullName,
    email: input.email,
    normalisedEmail: normalised,
    visibility: input.visibility,
    expiresAt,
    ipAddress: visitor.address,
    userAgent: visitor.userAgent,
    locale: visitor.language,
    consentVersion: input.consentVersion,
    petitionVersion: input.petitionVersion,
    policyVersion: input.policyVersion,
  };
}

/** Of a mailbox with several the one that it counts by: what an import brought gives way. */
function signaturesBy(rows: store.SignatureOfMailbox[]): Map<string, string> {
  const imported = rows.filter(({ normalised }) => normalised === null);
  const own = rows.filter(({ normalised }) => normalised !== null);
  return new Map([...imported, ...own].map((row) => [normalisedOf(row), row.id]));
}

/** After the commit, since it is remembered and counted. */
function entryOf(
  { limits }: EnteringTools,
  { allowances, input, answer, mailbox }: PreparedForm,
  verdict: Verdict,
): EnterResult {
  const { linkExpiresAt } = verdict;
  const [own, wide] = allowances;
  const wait = limits.judge("sign", allowances, [
    { key: own?.key ?? "", count: verdict.count, windowEndsAt: verdict.windowEndsAt },
    { key: wide?.key ?? "", count: verdict.wideCount, windowEndsAt: verdict.wideEndsAt },
  ]);
  if (wait !== null) return { outcome: "too-many-attempts", wait };
  if (linkExpiresAt === null || !answer?.isRight) {
    const outcome = linkExpiresAt === null ? "captcha-gone" : "captcha-wrong";
    // What was refused before never got as far as the captcha.
    if (input) countRefusal(outcome);
    return { outcome };
  }
  if (!mailbox) countRefusal("honeypot");
  return { outcome: "entered", expiresAt: linkExpiresAt };
}
