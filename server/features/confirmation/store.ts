import { normalisedOf } from "../../platform/database/mailbox.ts";
import { type PipelinedTransaction, prepare } from "../../platform/database/pipelined-transaction.ts";
import type { pendingConfirmations, signatures } from "../../platform/database/schema.ts";

export type Pending = Omit<
  typeof pendingConfirmations.$inferSelect,
  "expiresAt" | "ipAddress" | "userAgent" | "locale" | "policyVersion" | "emailRetryCount" | "status"
>;

/** Every row of the addresses, since all their links are settled together. Locked rows are not waited for: `isFree` is then false. */
const LOCK_PENDINGS = prepare<Pending & { isFree: boolean }>(`
  with asked as materialized (
    select id, token, normalised_email from pending_confirmations
    where normalised_email = any (array(
      select normalised_email from pending_confirmations
      where token = any ($1::text[]) and not exists (select from signature_links where token_hash = token)
    ))
  ), free as (
    select id, full_name, email, visibility, created_at, email_sent_at, consent_version, petition_version
    from pending_confirmations where id = any (array(select id from asked)) order by id for update skip locked
  )
  select asked.id, token, full_name as "fullName", email, normalised_email as "normalisedEmail", visibility, created_at as "createdAt",
    email_sent_at as "emailSentAt", consent_version as "consentVersion", petition_version as "petitionVersion", free.id is not null as "isFree"
  from asked left join free using (id) order by asked.id`);

const READ_FOLLOWED = prepare<{ token: string; isHeld: boolean }>(`
  select token_hash as token, quarantined_at is not null as "isHeld"
  from signature_links join signatures on id = signature_id where token_hash = any ($1::text[])`);

interface OfMailbox {
  id: string;
  email: string;
  normalised: string | null;
  isHeld: boolean;
}

const READ_COUNTED = prepare<OfMailbox>(`
  select found.id, found.email, found.normalised_email as normalised, found.quarantined_at is not null as "isHeld"
  from (select distinct normalised_email from pending_confirmations where token = any ($1::text[])) address, lateral (
    select * from signatures where normalised_email = address.normalised_email
    union all
    select * from signatures where normalised_email is null and mailbox_sketch(email) collate "C" = mailbox_sketch(address.normalised_email)
  ) found`);

const READ_END = prepare("select from signature_count where id = 1 and ended_at is not null");

export type LinksInDatabase = Awaited<ReturnType<typeof lockAndRead>>;

export async function lockAndRead({ ask }: PipelinedTransaction, hashes: string[]) {
  const [rows, followed, ofMailboxes, end] = await Promise.all([
    ask(LOCK_PENDINGS, [hashes]),
    ask(READ_FOLLOWED, [hashes]),
    ask(READ_COUNTED, [hashes]),
    ask(READ_END),
  ]);
  const counted = new Map<string, OfMailbox>();
  for (const one of ofMailboxes) {
    const address = normalisedOf(one);
    if (one.normalised !== null || !counted.has(address)) counted.set(address, one);
  }
  const taken = new Set(rows.flatMap(({ isFree, normalisedEmail }) => (isFree ? [] : normalisedEmail)));
  return {
    pendings: rows.filter(({ normalisedEmail }) => !taken.has(normalisedEmail)),
    busy: new Set(rows.flatMap(({ token, normalisedEmail }) => (taken.has(normalisedEmail) ? token : []))),
    followed: new Map(followed.map(({ token, isHeld }) => [token, isHeld])),
    counted,
    hasEnded: end.length > 0,
  };
}

export type NewSignature = Pick<
  typeof signatures.$inferSelect,
  "signatureSalt" | "signatureHash" | "secondsToConfirm" | "nameCheck" | "nameHiddenAt"
> & { id: string; pendingId: string };

export type Settling = { pendingId: string; signatureId: string };

/** In the order of their keys, like everybody. A mailbox that has been given a signature meanwhile keeps that one: the table allows one. */
const KEEP_AND_SETTLE = prepare<{ id: string }>(`
  with entering as materialized (
    select * from json_to_recordset($1::json) as entering (
      id uuid, "pendingId" uuid, "signatureSalt" text, "signatureHash" text, "secondsToConfirm" integer, "nameCheck" text,
      "nameHiddenAt" timestamptz
    )
  ), kept as (
    insert into signatures (
      id, full_name, email, normalised_email, visibility, confirmed_at, created_at, ip_address, user_agent, signature_salt, signature_hash,
      gdpr_consent_given, gdpr_consent_timestamp, consent_version, petition_version, policy_version, locale, seconds_to_confirm,
      name_check, name_hidden_at
    )
    select entering.id, full_name, email, normalised_email, visibility, $3::timestamptz, created_at, ip_address, user_agent, "signatureSalt",
      "signatureHash", true, created_at, consent_version, petition_version, policy_version, locale, "secondsToConfirm", "nameCheck", "nameHiddenAt"
    from entering join pending_confirmations pending on pending.id = "pendingId"
    order by normalised_email
    on conflict do nothing
    returning id, name_check
  ), settled as materialized (
    select pending.id, pending.token, "signatureId"
    from json_to_recordset($2::json) as settling ("pendingId" uuid, "signatureId" uuid)
    join pending_confirmations pending on pending.id = "pendingId"
    where "signatureId" in (select id from kept) or "signatureId" not in (select id from entering)
  ), linked as (
    insert into signature_links (token_hash, signature_id) select token, "signatureId" from settled order by "signatureId", token
    on conflict do nothing
  ), followed as (
    update pending_confirmations set status = 'confirmed' from settled where pending_confirmations.id = settled.id
  ), noted as (
    insert into audit_log (entity_type, entity_id, action, timestamp)
    select 'signature', kept.id, action, $3::timestamptz
    from kept, unnest(array['confirmed', case when name_check = 'held' then 'name-held' end]) as action where action is not null
  )
  select id from kept`);

export async function keepAndSettle(
  { ask }: PipelinedTransaction,
  entering: NewSignature[],
  settling: Settling[],
  confirmedAt: Date,
): Promise<Set<string>> {
  const lines = entering.map(({ id, pendingId, signatureSalt, signatureHash, secondsToConfirm, nameCheck, nameHiddenAt }) => ({
    ...{ id, pendingId, signatureSalt, signatureHash, secondsToConfirm, nameCheck, nameHiddenAt },
  }));
  const rows = await ask(KEEP_AND_SETTLE, [JSON.stringify(lines), JSON.stringify(settling), confirmedAt]);
  return new Set(rows.map(({ id }) => id));
}
