import { prepare } from "../../platform/database/pipelined-transaction.ts";
import { type ConsequenceKind, type pendingConfirmations, UNCONFIRMED_STATUSES } from "../../platform/database/schema.ts";
import { countingAttempts } from "../../platform/limits/rate-counter.ts";
import { takingFromAllowances } from "../../platform/mail/allowance.ts";

export interface Admitted {
  place: number;
  /** Which attempt of its source, and of its wide network, in the window this is, and when that ends. 0 without a limit. */
  count: number;
  windowEndsAt: Date;
  wideCount: number;
  wideEndsAt: Date;
  usedCaptcha: boolean;
  isSuppressed: boolean;
  mayMail: boolean;
}

/**
 * $1: lines of `admissionLine` (enter.ts), $2: now, $3: a window's end, $4: attempts of a source in it, $5: a link's end, $6: attempts of a
 * wide network. Of lines with one challenge or mailbox the first takes it. Rows are locked in the order of their keys (decision 0016).
 */
export const ADMIT = prepare<Admitted>(`
  with asked as (
    select * from json_to_recordset($1::json) as asked (
      place int, source text, wide text, captcha text, "captchaUntil" timestamptz, submission text, "isRight" boolean, mailbox text, hashes text[]
    )
  ),
  counted as (
    ${countingAttempts(
      `select key, kind, count(*), $3::timestamptz
      from asked, lateral (values (source, 'sign'), (wide, 'sign-wide')) as counters (key, kind)
      where key is not null group by key, kind order by key`,
      "$2::timestamptz",
    )}
  ),
  attempted as (
    select asked.*,
      own.window_ends_at as "windowEndsAt", own.count + 1 - row_number() over (partition by source order by place desc) as nth,
      wider.window_ends_at as "wideEndsAt", wider.count + 1 - row_number() over (partition by wide order by place desc) as "wideNth"
    from asked left join counted as own on own.key = source left join counted as wider on wider.key = wide
  ),
  admitted as (
    select *, place = min(place) over (partition by captcha) as "isFirst"
    from attempted where captcha is not null and (source is null or nth <= $4::int and "wideNth" <= $6::int)
  ),
  used as (
    insert into used_captchas (id, expires_at, submission, link_expires_at)
    select captcha, "captchaUntil", submission, $5::timestamptz from admitted where "isFirst" order by captcha
    on conflict do nothing
    returning id
  ),
  answered as (
    select *, exists (
      select from suppressions where email_hash = any(hashes) and until > $2::timestamptz
    ) as "isSuppressed"
    from admitted join used on id = captcha where "isFirst"
  ),
  entering as (
    select *, place = min(place) over (partition by mailbox) as "isFirstOfMailbox"
    from answered where "isRight" and mailbox is not null and not "isSuppressed"
  ),
  allowed as (
    ${takingFromAllowances('select mailbox from entering where "isFirstOfMailbox"', "$2::timestamptz")}
  )
  select attempted.place,
    coalesce(attempted.nth, 0)::int as count, coalesce(attempted."windowEndsAt", $3::timestamptz) as "windowEndsAt",
    coalesce(attempted."wideNth", 0)::int as "wideCount", coalesce(attempted."wideEndsAt", $3::timestamptz) as "wideEndsAt",
    answered.place is not null as "usedCaptcha",
    coalesce(answered."isSuppressed", false) as "isSuppressed", allowed.email_hash is not null as "mayMail"
  from attempted
  left join answered using (place)
  left join entering on entering.place = attempted.place and "isFirstOfMailbox"
  left join allowed on email_hash = entering.mailbox
  order by attempted.place`);

export interface Answered {
  submission: string;
  linkExpiresAt: Date;
}

/** $1: ids of captchas, text[]. Asked after {@link ADMIT}, which waits for a process that uses the same one. */
export const ANSWERED = prepare<Answered>(`
  select submission, link_expires_at as "linkExpiresAt" from used_captchas where id = any($1::text[]) and submission is not null`);

export interface SignatureOfMailbox {
  id: string;
  email: string;
  normalised: string | null;
}

/** $1: normalised addresses, text[]. Of imported rows only a sketch is known: whose they are shows once their address is normalised. */
export const SIGNATURES_OF_MAILBOXES = prepare<SignatureOfMailbox>(`
  select id, email, normalised_email as normalised from signatures where normalised_email = any($1::text[])
  union all
  select id, email, null from signatures
  where normalised_email is null and mailbox_sketch(email) collate "C" = any(array(select mailbox_sketch(given) from unnest($1::text[]) as given))`);

export interface Kept {
  allowances: string[];
  pending: NewPending[];
  emails: NewEmail[];
  honeypot: string[];
}

export interface NewEmail {
  kind: ConsequenceKind;
  subjectId: string;
}

export type NewPending = Omit<
  typeof pendingConfirmations.$inferSelect,
  "createdAt" | "emailSentAt" | "emailRetryCount" | "status"
>;

/** $1: {@link Kept}, $2: now. Asked for the real forms, and rolled back for the others: the same work for every address (decision 0016). */
export const KEEP = prepare<object>(`
  with allowed as (
    ${takingFromAllowances("select distinct mailbox from json_array_elements_text($1::json -> 'allowances') as mailbox", "$2::timestamptz")}
  ),
  pending as (
    insert into pending_confirmations (
      id, token, full_name, email, normalised_email, visibility, expires_at, created_at, ip_address, user_agent, locale,
      consent_version, petition_version, policy_version
    )
    select id, token, "fullName", email, "normalisedEmail", visibility, "expiresAt", $2::timestamptz, "ipAddress", "userAgent", locale,
      "consentVersion", "petitionVersion", "policyVersion"
    from json_to_recordset($1::json -> 'pending') as new (
      id uuid, token text, "fullName" text, email text, "normalisedEmail" text, visibility text, "expiresAt" timestamptz, "ipAddress" text,
      "userAgent" text, locale text, "consentVersion" text, "petitionVersion" text, "policyVersion" text
    )
    returning id
  ),
  audited as (
    insert into audit_log (entity_type, entity_id, action, timestamp)
    select 'pending_confirmation', id, 'signed', $2::timestamptz from pending
  ),
  emails as (
    insert into outbox (kind, subject_id, next_attempt_at, created_at)
    select kind, "subjectId", $2::timestamptz, $2::timestamptz
    from json_to_recordset($1::json -> 'emails') as new (kind text, "subjectId" uuid)
  )
  insert into suspicions (kind, source_key, at)
  select 'honeypot', source, $2::timestamptz from json_array_elements_text($1::json -> 'honeypot') as source`);

const IS_UNCONFIRMED = `status in (${UNCONFIRMED_STATUSES.map((status) => `'${status}'`).join()})`;

export const BEGIN_ATTEMPT = prepare<object>("savepoint attempt");
export const UNDO_ATTEMPT = prepare<object>("rollback to savepoint attempt");

/** $1: normalised addresses, text[], $2: now. Of each the latest form that waits for its confirmation. */
export const PENDING_OF_MAILBOXES = prepare<{ id: string; normalised: string }>(`
  select distinct on (normalised_email) id, normalised_email as normalised from pending_confirmations
  where normalised_email = any($1::text[]) and expires_at > $2::timestamptz
    and ${IS_UNCONFIRMED}
  order by normalised_email, created_at desc`);

export const SUPPRESSED = prepare<{ hash: string }>(`
  select email_hash as hash from suppressions where email_hash = any($1::text[]) and until > $2::timestamptz`);

export const TAKE = prepare<{ email_hash: string }>(
  takingFromAllowances("select distinct mailbox from unnest($1::text[]) as mailbox", "$2::timestamptz"),
);

/** $1: ids of pending confirmations, uuid[], $2: now. Skips a row that somebody confirms or sends: waiting would hold up the whole batch. */
export const SEND_AGAIN = prepare<object>(`
  with free as (select id from pending_confirmations where id = any($1::uuid[]) and ${IS_UNCONFIRMED} for update skip locked),
  unsent as (
    update pending_confirmations set status = 'pending', email_retry_count = 0 where id in (select id from free)
  )
  insert into audit_log (entity_type, entity_id, action, timestamp)
  select 'pending_confirmation', id, 'resent', $2::timestamptz from unnest($1::uuid[]) as id`);
