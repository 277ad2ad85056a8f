/** Forms that arrive at the same moment are entered in one transaction (decision 0041). Each has an outcome of its own. */
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
import type { PipelinedTransaction } from "../../platform/database/pipelined-transaction.ts";
import { emailOrDecoy } from "../../platform/mail/decoy.ts";
import { countRefusal } from "../../platform/metrics/counters.ts";
import type { Captcha } from "./captcha/captcha.ts";
import type { SignInput } from "./input.ts";
import * as store from "./store.ts";

const TOGETHER = { most: 100, abreast: 1, room: 1000, patience: 4_000, pause: 3, pauseInCrowd: 50 };

/** A form that neither signs nor asks for the link was refused before: it counts against the limit all the same. */
export interface Form {
  visitor: Visitor;
  input: SignInput | null;
  /** The address that gets its confirmation link again: the same link with the same end. */
  resendTo: string | null;
}

export type EnterResult =
  | { outcome: "entered"; expiresAt: Date }
  | { outcome: "resent" }
  | { outcome: "too-many-attempts"; wait: number }
  | { outcome: "captcha-wrong" | "captcha-gone" };

type EnteringTools = Pick<Context, "database" | "clock" | "crypto" | "limits" | "configuration" | "wake"> & {
  captcha: Captcha;
};

type Most = { own: number; wide: number };

export function entering(tools: EnteringTools): Batcher<Form, EnterResult> {
  const { attempts } = tools.configuration.rateLimits.sign;
  const most = { own: attempts, wide: inWideNetwork(attempts) };
  return makeBatcher((forms) => enter(tools, forms, most), TOGETHER);
}

type PreparedForm = ReturnType<typeof askedBy>;

async function enter(tools: EnteringTools, forms: Form[], most: Most): Promise<EnterResult[]> {
  const asked = forms.map((form) => askedBy(tools, form));
  const now = tools.clock.now();
  const expiresAt = linkExpiry(now, tools.configuration.confirmationLifetime);
  const verdicts = await tools.database.transact(async ({ ask, queryLast }) => {
    const lines = JSON.stringify(asked.map(admissionLine));
    const windowEndsAt = new Date(now.getTime() + tools.limits.window("sign"));
    const admitting = ask(store.ADMIT, [lines, now, windowEndsAt, most.own, expiresAt, most.wide]);
    if (asked.every(({ input, resendTo }) => input === null && resendTo === null))
      return (await admitting).map(verdictWith(asked, [], expiresAt));
    const mailboxes = asked.flatMap(({ input, mailbox }) => (input && mailbox?.normalised) ?? []);
    const captchas = asked.flatMap(({ answer }) => answer?.id ?? []);
    const [admitted, answered, known] = await Promise.all([
      admitting,
      ask(store.ANSWERED, [captchas]),
      ask(store.SIGNATURES_OF_MAILBOXES, [mailboxes]),
    ]);
    const verdicts = admitted.map(verdictWith(asked, answered, expiresAt));
    const signatures = signaturesBy(known);
    const { real, unreal } = toKeep(tools, asked, admitted, signatures, expiresAt);
    const resends = asked.filter(({ resendTo }, place) => resendTo !== null && isWithin(admitted[place], most));
    const again = resends.length > 0 ? await decideResends(ask, resends, now) : null;
    if (again) real.emails.push(...again.emails);
    if (real.emails.length + real.honeypot.length === 0) return verdicts;
    void ask(store.BEGIN_ATTEMPT);
    void ask(store.KEEP, [JSON.stringify(unreal), now]);
    if (again) void ask(store.SEND_AGAIN, [again.unreal, now]);
    void ask(store.UNDO_ATTEMPT);
    if (again) void ask(store.SEND_AGAIN, [again.real, now]);
    await queryLast(store.KEEP, [JSON.stringify(real), now]);
    return verdicts;
  });
  const entries = verdicts.map((verdict, place) => entryOf(tools, asked[place] as PreparedForm, verdict));
  if (entries.some(({ outcome }) => outcome === "entered" || outcome === "resent")) tools.wake();
  return entries;
}

function askedBy({ crypto, limits, captcha }: EnteringTools, { visitor, input, resendTo }: Form) {
  const email = input?.websiteNote === "" ? input.email : resendTo;
  const normalised = email === null ? null : normaliseEmail(email);
  return {
    visitor,
    input,
    resendTo,
    allowances: limits.allowances("sign", visitor),
    answer: input && captcha.read(input.sessionId, input.captcha),
    submission: input && submissionOf(crypto, input, visitor),
    mailbox:
      normalised === null
        ? null
        : { normalised, allowance: allowanceKey(crypto, normalised, "sign"), hashes: emailHashes(crypto, normalised) },
  };
}

/** Of the same session and the same fields alone; without the key it says nothing. */
function submissionOf(crypto: Crypto, { solution: _, ...form }: SignInput, { language }: Visitor): string {
  return crypto
    .mac("submission", JSON.stringify({ ...form, language }))
    .subarray(0, 16)
    .toString("base64url");
}

function admissionLine({ allowances: [own, wide], answer, submission, mailbox }: PreparedForm, place: number) {
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

/** What gets no confirmation is written, too, and rolled back: see {@link store.KEEP}. */
function toKeep(
  tools: EnteringTools,
  asked: PreparedForm[],
  admitted: store.Admitted[],
  signatures: Map<string, string>,
  expiresAt: Date,
) {
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
    const pending = pendingOf(tools, { visitor, input, normalised, expiresAt });
    (due === "send-confirmation" ? real : unreal).pending.push(pending);
    if (verdict.isSuppressed) unreal.allowances.push(allowance);
    real.emails.push(emailOf(due, signatureId, pending.id));
  }
  return { real, unreal };
}

const DECOY = emailOrDecoy("confirmation-email", false);

function emailOf(due: ReturnType<typeof whatToDo>, signatureId: string | null, pendingId: string): store.NewEmail {
  if (due === "say-already-signed" && signatureId !== null) return { kind: "already-signed-email", subjectId: signatureId };
  return { kind: due === "send-confirmation" ? "confirmation-email" : DECOY, subjectId: pendingId };
}

function isWithin(verdict: store.Admitted | undefined, most: Most): boolean {
  return verdict !== undefined && verdict.count <= most.own && verdict.wideCount <= most.wide;
}

/**
 * The same statements whatever is known of an address; an allowance is used up only if an e-mail is sent (decision 0008). A link may be followed
 * meanwhile: so the signature is read after what waits for its confirmation, and again after the allowance, for which another process may be waited.
 */
async function decideResends(ask: PipelinedTransaction["ask"], resends: PreparedForm[], now: Date) {
  const mailboxes = resends.flatMap(({ mailbox }) => mailbox ?? []);
  const addresses = mailboxes.map(({ normalised }) => normalised);
  const [pending, suppressed, known] = await Promise.all([
    ask(store.PENDING_OF_MAILBOXES, [addresses, now]),
    ask(store.SUPPRESSED, [mailboxes.flatMap(({ hashes }) => hashes), now]),
    ask(store.SIGNATURES_OF_MAILBOXES, [addresses]),
  ]);
  const signed = signaturesBy(known);
  const links = new Map(pending.map(({ normalised, id }) => [normalised, id]));
  const hidden = new Set(suppressed.map(({ hash }) => hash));
  const asked = mailboxes.map(({ normalised, allowance, hashes }) => {
    const isSuppressed = hashes.some((hash) => hidden.has(hash));
    const link = links.get(normalised) ?? null;
    const causesMail = !isSuppressed && (link !== null || signed.has(normalised));
    return { normalised, allowance, isSuppressed, link, causesMail };
  });
  const allowancesOf = (causing: boolean) =>
    asked.filter(({ causesMail }) => causesMail === causing).map(({ allowance }) => allowance);
  void ask(store.BEGIN_ATTEMPT);
  void ask(store.TAKE, [allowancesOf(false), now]);
  void ask(store.UNDO_ATTEMPT);
  const [granted, knownNow] = await Promise.all([
    ask(store.TAKE, [allowancesOf(true), now]),
    ask(store.SIGNATURES_OF_MAILBOXES, [addresses]),
  ]);
  const taken = new Set(granted.map(({ email_hash }) => email_hash));
  const signatures = signaturesBy(knownNow);

  const decided = { real: [] as string[], unreal: [] as string[], emails: [] as store.NewEmail[] };
  for (const { normalised, allowance, isSuppressed, link, causesMail } of asked) {
    const signatureId = signatures.get(normalised) ?? null;
    const mayMail = causesMail && taken.delete(allowance);
    const ifAny = whatToDo(standingOf({ isSuppressed, mayMail }, signatureId));
    const due = ifAny === "send-confirmation" && link === null ? "nothing" : ifAny;
    const pendingId = link ?? randomUUID();
    (due === "send-confirmation" ? decided.real : decided.unreal).push(pendingId);
    decided.emails.push(emailOf(due, signatureId, pendingId));
  }
  return decided;
}

/** `linkExpiresAt`: of the link that was sent with the first answer to this form; null if its captcha was used up by another one. */
type Verdict = store.Admitted & { linkExpiresAt: Date | null };

function verdictWith(asked: PreparedForm[], answered: store.Answered[], expiresAt: Date) {
  const before = new Map(answered.map(({ submission, linkExpiresAt }) => [submission, linkExpiresAt]));
  return (admitted: store.Admitted, place: number): Verdict => {
    const linkExpiresAt = admitted.usedCaptcha ? expiresAt : before.get(asked[place]?.submission ?? "");
    return { ...admitted, linkExpiresAt: linkExpiresAt ?? null };
  };
}

function standingOf(
  { isSuppressed, mayMail }: Pick<store.Admitted, "isSuppressed" | "mayMail">,
  signatureId: string | null,
): Standing {
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
  { allowances, input, resendTo, answer, mailbox }: PreparedForm,
  verdict: Verdict,
): EnterResult {
  const { linkExpiresAt } = verdict;
  const [own, wide] = allowances;
  const wait = limits.judge("sign", allowances, [
    { key: own?.key ?? "", count: verdict.count, windowEndsAt: verdict.windowEndsAt },
    { key: wide?.key ?? "", count: verdict.wideCount, windowEndsAt: verdict.wideEndsAt },
  ]);
  if (wait !== null) return { outcome: "too-many-attempts", wait };
  if (resendTo !== null) return { outcome: "resent" };
  if (linkExpiresAt === null || !answer?.isRight) {
    const outcome = linkExpiresAt === null ? "captcha-gone" : "captcha-wrong";
    if (input) countRefusal(outcome);
    return { outcome };
  }
  if (!mailbox) countRefusal("honeypot");
  return { outcome: "entered", expiresAt: linkExpiresAt };
}
