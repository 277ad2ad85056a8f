/** GDPR, Art. 15, 16, 20 and 7 (3). Opening the link changes nothing. */

import type {
  CorrectionInput,
  PersonalData,
  PersonalFileOutcome,
  PersonalOutcome,
  TooManyActs,
} from "../../../contract/personal.ts";
import type { Petition } from "../../../contract/petition.ts";
import { standingOfCorrected } from "../../../petition/held-names.ts";
import type { Language } from "../../../petition/language.ts";
import { normaliseEmail } from "../../../petition/mailbox.ts";
import { faultOfName, tidyName } from "../../../petition/signing.ts";
import { writeReceiptProof } from "../../../petition/transparency/receipt.ts";
import { petitionConfig } from "../../../petition.config.ts";
import type { Context } from "../../context.ts";
import { noteNameCheck, writeAudit } from "../../ledger/audit/audit.ts";
import { changeListed } from "../../ledger/count/count.ts";
import { eraseAndTell } from "../../ledger/erasure/erase.ts";
import { ownReceipt, type ReceiptTools } from "../../ledger/public-log/own-receipt.ts";
import { isRevoked, readPersonalToken } from "../../platform/crypto/links.ts";
import type { Transaction } from "../../platform/database/open.ts";
import { addressLink, askForAddress } from "./change-address.ts";
import { saidInFile, saidOnPage } from "./say-stored.ts";
import { sendPersonalLink } from "./send-link.ts";
import { clustersOf, everythingAbout, find, findToChange, type Owned } from "./stored.ts";

type PersonalTools = Pick<
  Context,
  "db" | "clock" | "crypto" | "limits" | "translators" | "tombstones" | "configuration" | "wake" | "changed" | "ending"
>;

export function personal(context: Context, proofs: ReceiptTools) {
  return {
    sendPersonalLink: (input, visitor) => sendPersonalLink(context, input, visitor),
    personalData: (token, { language }) =>
      withSignature(context, token, async (tx, owned) => {
        return { outcome: "open" as const, data: await shown(context, tx, owned, language) };
      }),
    correct: (token, input, { language }) => correct(context, token, input, language),
    askForAddress: (token, address, { language }) => wishForAddress(context, token, address, language),
    addressLink: (token, { language }) => addressLink(context, token, language, false),
    followAddressLink: (token, { language }) => addressLink(context, token, language, true),
    withdrawOwn: (token, { language }) => withdrawOwn(context, token, language),
    personalFile: (token, { language }) => personalFile({ ...context, ...proofs }, token, language),
  } satisfies Partial<Petition>;
}

async function correct(
  tools: PersonalTools,
  token: string,
  input: CorrectionInput,
  language: Language,
): Promise<PersonalOutcome> {
  const fullName = tidyName(input.fullName);
  const fault = faultOfName(fullName);
  const outcome = await withSignature(tools, token, async (tx, seen): Promise<PersonalOutcome> => {
    const tooMany = await countAct(tools, tx, seen);
    const owned = await findToChange(tx, seen.id);
    if (!owned) return { outcome: "gone" };
    const data = (of = owned) => shown(tools, tx, of, language);
    if (tooMany) return { ...tooMany, typed: input, data: await data() };
    if (fault) return { outcome: "refused", fault, typed: input, data: await data() };
    const { visibility } = input;
    if (fullName === owned.fullName && visibility === owned.visibility) return { outcome: "unchanged", data: await data() };
    const standing = standingOfCorrected(owned, { fullName, visibility }, tools.clock.now());
    await writeAudit(tx, tools.clock, {
      entityType: "signature",
      entityId: owned.id,
      action: "corrected",
      changes: { name: fullName !== owned.fullName, visibility: visibility !== owned.visibility },
    });
    if (fullName !== owned.fullName || owned.nameCheck !== "held") await noteNameCheck(tx, tools.clock, owned.id, standing);
    await changeListed(tx, owned.id, { fullName, visibility, ...standing });
    return { outcome: "changed", data: await data((await find(tx, owned.id)) ?? owned) };
  });
  if (outcome.outcome === "changed") tools.changed();
  return outcome;
}

async function wishForAddress(
  tools: PersonalTools,
  token: string,
  typedAddress: string,
  language: Language,
): Promise<PersonalOutcome> {
  const outcome = await withSignature(tools, token, async (tx, seen): Promise<PersonalOutcome> => {
    const tooMany = await countAct(tools, tx, seen);
    const asked = tooMany ? { owned: seen, ...tooMany } : await askForAddress(tools, tx, seen, typedAddress);
    if (!asked) return { outcome: "gone" };
    const data = await shown(tools, tx, asked.owned, language);
    if ("address" in asked) return { outcome: "address-asked", address: asked.address, data };
    if ("fault" in asked) return { outcome: "address-refused", fault: asked.fault, typedAddress, data };
    return { outcome: "too-many-acts", retryAfter: asked.retryAfter, typed: null, typedAddress, data };
  });
  if (outcome.outcome === "address-asked") tools.wake();
  return outcome;
}

/** Everything about the mailbox, at once: who has the link owns the mailbox. */
async function withdrawOwn(tools: PersonalTools, token: string, language: Language): Promise<PersonalOutcome> {
  const outcome = await withSignature(tools, token, async (tx, owned) => {
    const tooMany = await countAct(tools, tx, owned);
    if (tooMany) return { ...tooMany, typed: null, data: await shown(tools, tx, owned, language) };
    const erased = await eraseAndTell(tools, tx, owned.normalisedEmail ?? normaliseEmail(owned.email), {
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

async function personalFile(
  tools: PersonalTools & ReceiptTools,
  token: string,
  language: Language,
): Promise<PersonalFileOutcome> {
  const own = await ownReceipt(tools, token);
  const receipt = own.outcome === "receipt" ? own.receipt : null;
  return withSignature(tools, token, async (tx, owned): Promise<PersonalFileOutcome> => {
    const tooMany = await countAct(tools, tx, owned);
    if (tooMany) return tooMany;
    const now = tools.clock.now();
    const stored = saidInFile(await everythingAbout(tools, tx, owned), { t: tools.translators[language], language, now });
    const tlogProof = receipt && writeReceiptProof(receipt);
    const content = { exportedAt: now, consentText: owned.consentText, stored, receipt, tlogProof };
    return { outcome: "file", name: `${petitionConfig.petitionId}.json`, json: `${JSON.stringify(content, null, 2)}\n` };
  });
}

/** Each change renders the list and every page again: nobody may do that as fast as a machine can. */
async function countAct({ limits }: PersonalTools, tx: Transaction, { id }: Owned): Promise<TooManyActs | null> {
  const source = { signatureId: id };
  const retryAfter = limits.refusal("personal", source) ?? (await limits.count(tx, "personal", source));
  return retryAfter === null ? null : { outcome: "too-many-acts", retryAfter };
}

type Refused = { outcome: "gone" | "expired" | "unknown" };

async function withSignature<Outcome extends { outcome: string }>(
  { db, crypto, clock, ending }: PersonalTools,
  token: string,
  act: (tx: Transaction, owned: Owned) => Promise<Outcome>,
): Promise<Outcome | Refused> {
  const link = readPersonalToken(crypto, token, clock.now());
  if (link === null) return { outcome: "unknown" };
  if (link === "expired") return { outcome: "expired" };
  return ending.unlessEnded<Outcome | Refused>(
    () =>
      db.transaction(async (tx) => {
        const owned = await find(tx, link.signatureId);
        if (!owned) return { outcome: "gone" };
        return isRevoked(link, owned) ? { outcome: "expired" } : act(tx, owned);
      }),
    () => ({ outcome: "gone" }),
  );
}

async function shown(tools: PersonalTools, tx: Transaction, owned: Owned, language: Language): Promise<PersonalData> {
  const t = tools.translators[language];
  const groups = await everythingAbout(tools, tx, owned);
  const clusters = await clustersOf(tx, owned.id);
  const { fullName, visibility, email, quarantinedAt } = owned;
  return {
    fullName,
    visibility,
    email,
    nameHidden: hiddenBy(owned),
    held: quarantinedAt && { reasons: clusters.map(({ reason }) => t(`personal.answer.reason.${reason}`)) },
    stored: saidOnPage(groups, { t, language, now: tools.clock.now() }),
  };
}

function hiddenBy({ nameHiddenAt, nameCheck }: Owned): PersonalData["nameHidden"] {
  if (nameHiddenAt === null) return null;
  return nameCheck === "held" ? "on-hold" : "by-administrator";
}
