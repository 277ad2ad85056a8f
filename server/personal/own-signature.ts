/** GDPR, Art. 15, 16, 20 and 7 (3). Opening the link changes nothing. */
import type {
  CorrectionInput,
  PersonalData,
  PersonalFileOutcome,
  PersonalOutcome,
  TooManyActs,
} from "../../contract/personal.ts";
import { mendToken } from "../../petition/confirmation.ts";
import { standingOfCorrected } from "../../petition/held-names.ts";
import { normaliseEmail } from "../../petition/mailbox.ts";
import { faultOfName, tidyName } from "../../petition/signing.ts";
import { noteNameCheck, writeAudit } from "../audit/audit.ts";
import type { Context } from "../context.ts";
import { changeList } from "../count/count.ts";
import { readPersonalToken } from "../crypto/links.ts";
import type { Transaction } from "../database/open.ts";
import { eraseAndTell } from "../erasure/erase.ts";
import { auditOf, change, find, type Owned, waitingFor } from "./store.ts";

export type PersonalTools = Pick<
  Context,
  "db" | "clock" | "crypto" | "limits" | "tombstones" | "configuration" | "wake" | "changed"
>;

export function personalData(tools: PersonalTools, token: string): Promise<PersonalOutcome> {
  return withSignature(tools, token, async (_tx, owned) => ({ outcome: "open" as const, data: shown(owned) }));
}

/** What does not change is not written. */
export async function correct(tools: PersonalTools, token: string, input: CorrectionInput): Promise<PersonalOutcome> {
  const fullName = tidyName(input.fullName);
  const fault = faultOfName(fullName);
  const outcome = await withSignature(tools, token, async (tx, owned): Promise<PersonalOutcome> => {
    const data = shown(owned);
    const tooMany = await countAct(tools, tx, owned);
    if (tooMany) return { ...tooMany, typed: input, data };
    if (fault) return { outcome: "refused", fault, typed: input, data };
    const { visibility } = input;
    if (fullName === owned.fullName && visibility === owned.visibility) return { outcome: "unchanged", data };
    const standing = standingOfCorrected(owned, { fullName, visibility }, tools.clock.now());
    await change(tx, owned.id, { fullName, visibility, ...standing });
    await writeAudit(tx, tools.clock, {
      entityType: "signature",
      entityId: owned.id,
      action: "corrected",
      changes: { name: fullName !== owned.fullName, visibility: visibility !== owned.visibility },
    });
    if (fullName !== owned.fullName || owned.nameCheck !== "held") await noteNameCheck(tx, tools.clock, owned.id, standing);
    await changeList(tx);
    return { outcome: "changed", data: shown({ ...owned, fullName, visibility, ...standing }) };
  });
  if (outcome.outcome === "changed") tools.changed();
  return outcome;
}

/** Everything about the mailbox, at once: whoever holds the link owns it. */
export async function withdrawOwn(tools: PersonalTools, token: string): Promise<PersonalOutcome> {
  const outcome = await withSignature(tools, token, async (tx, owned) => {
    const tooMany = await countAct(tools, tx, owned);
    if (tooMany) return { ...tooMany, typed: null, data: shown(owned) };
    const erased = await eraseAndTell(tools, tx, owned.normalisedEmail ?? normaliseEmail(owned.email), {
      // As the texts of this deployment say.
      restorable: tools.configuration.deleteBy === "request",
    });
    return { outcome: "erased" as const, tombstones: erased.tombstones };
  });
  if (outcome.outcome !== "erased") return outcome;
  tools.tombstones.note(outcome.tombstones);
  tools.changed();
  tools.wake();
  return { outcome: "erased" };
}

export async function personalFile(tools: PersonalTools, token: string): Promise<PersonalFileOutcome> {
  return withSignature(tools, token, async (tx, owned): Promise<PersonalFileOutcome> => {
    const tooMany = await countAct(tools, tx, owned);
    if (tooMany) return tooMany;
    const { consentText, normalisedEmail, quarantineId: _act, signatureHash, signatureSalt: salt, ...kept } = owned;
    const { petitionVersion, gdprConsentGiven: given, gdprConsentTimestamp: at, consentVersion: version, ...signature } = kept;
    const { createdAt: signedAt, restorations: timesRestored, id, fullName, email, visibility, locale, ...more } = signature;
    const { confirmedAt, ipAddress, userAgent, quarantinedAt, releasedAt, nameHiddenAt, nameCheck, ...rest } = more;
    const { secondsToConfirm, policyVersion, ...unsaid } = rest;
    const content = {
      exportedAt: tools.clock.now().toISOString(),
      signature: {
        ...{ id, fullName, email, visibility, locale, signedAt, confirmedAt, ipAddress, userAgent },
        ...{ quarantinedAt, releasedAt, nameHiddenAt, nameCheck, secondsToConfirm, timesRestored },
        ...{ petitionVersion, policyVersion },
        // A new column does not compile until it is said.
        ...(unsaid satisfies Record<string, never>),
      },
      consent: { given, at, version, text: consentText },
      proof: { signatureHash, salt, petitionVersion, normalisedEmail },
      waitingForConfirmation: normalisedEmail === null ? [] : await waitingFor(tx, normalisedEmail),
      log: await auditOf(tx, id),
    };
    return { outcome: "file", name: "bargeld-erhalten.json", json: `${JSON.stringify(content, null, 2)}\n` };
  });
}

/** Each change makes the list and every page anew, for everybody: nobody may do that as fast as a machine can. */
async function countAct({ limits }: PersonalTools, tx: Transaction, { id }: Owned): Promise<TooManyActs | null> {
  const source = { signatureId: id };
  const retryAfter = limits.refusal("personal", source) ?? (await limits.count(tx, "personal", source));
  return retryAfter === null ? null : { outcome: "too-many-acts", retryAfter };
}

type Refused = { outcome: "gone" | "expired" | "unknown" };

async function withSignature<Outcome extends { outcome: string }>(
  { db, crypto, clock }: PersonalTools,
  token: string,
  act: (tx: Transaction, owned: Owned) => Promise<Outcome>,
): Promise<Outcome | Refused> {
  const link = readPersonalToken(crypto, mendToken(token), clock.now());
  if (link === null) return { outcome: "unknown" };
  if (link === "expired") return { outcome: "expired" };
  return db.transaction(async (tx) => {
    const owned = await find(tx, link.signatureId);
    return owned ? act(tx, owned) : { outcome: "gone" };
  });
}

function shown(owned: Owned): PersonalData {
  return {
    fullName: owned.fullName,
    email: owned.email,
    visibility: owned.visibility,
    signedAt: owned.createdAt.toISOString(),
    confirmedAt: owned.confirmedAt.toISOString(),
    consentVersion: owned.consentText === null ? null : owned.consentVersion,
    signatureHash: owned.signatureHash,
    nameHidden: hiddenBy(owned),
    held: owned.quarantinedAt !== null,
  };
}

function hiddenBy({ nameHiddenAt, nameCheck }: Owned): PersonalData["nameHidden"] {
  if (nameHiddenAt === null) return null;
  return nameCheck === "held" ? "on-hold" : "by-administrator";
}
