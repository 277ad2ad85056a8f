-- Text as it is compared in a search: without marks, letter case and a letter's other spellings; the same in every locale.
CREATE FUNCTION fold_for_search(given text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT lower(replace(replace(replace(replace(
    translate(
      regexp_replace(normalize(given, NFKD), '[\u0300-\u036f]+', '', 'g'),
      'łŁøØđĐðÐıħĦŧŦÆŒÞẞ’‘ʼ`‐‑‒–—',
      'llooddddihhttæœþß''''''''-----'),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'))
$$;--> statement-breakpoint
-- The address of origin as one that can be compared with networks; null for what is none, which an import may bring. It must not fail
-- for any text, and not by catching an error: no part of a parallel query may do that, and a backup's indexes are built in parallel.
CREATE FUNCTION origin_of(given text) RETURNS inet LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT CASE
    -- 203.0.113.7
    WHEN given COLLATE "C" ~ '^((25[0-5]|(2[0-4]|1[0-9]|[1-9])?[0-9])\.){3}(25[0-5]|(2[0-4]|1[0-9]|[1-9])?[0-9])$'
    -- 2001:db8:0:0:0:0:0:1
    OR given COLLATE "C" ~ '^([0-9A-Fa-f]{1,4}:){7}[0-9A-Fa-f]{1,4}$'
    -- 2001:db8::1, of fewer than eight groups
    OR given COLLATE "C" ~ '^([0-9A-Fa-f]{1,4}(:[0-9A-Fa-f]{1,4})*)?::([0-9A-Fa-f]{1,4}(:[0-9A-Fa-f]{1,4})*)?$'
      AND given COLLATE "C" !~ '^:*([0-9A-Fa-f]+:+){7}[0-9A-Fa-f]'
    -- ::ffff:203.0.113.7, where the end stands for two groups
    OR given COLLATE "C" ~ ':((25[0-5]|(2[0-4]|1[0-9]|[1-9])?[0-9])\.){3}(25[0-5]|(2[0-4]|1[0-9]|[1-9])?[0-9])$'
      AND (given COLLATE "C" ~ '^([0-9A-Fa-f]{1,4}:){6}[0-9.]+$'
        OR given COLLATE "C" ~ '^([0-9A-Fa-f]{1,4}(:[0-9A-Fa-f]{1,4})*)?::([0-9A-Fa-f]{1,4}:)*[0-9.]+$'
          AND given COLLATE "C" !~ '^:*([0-9A-Fa-f]+:+){6}')
    THEN given::inet
  END
$$;--> statement-breakpoint
-- The same for all spellings of one mailbox (petition/mailbox.ts), and for few others: where to look for one among rows that have no normalised address yet.
CREATE FUNCTION mailbox_sketch(given text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT lower(replace(split_part(split_part(given, '@', 1), '+', 1), '.', ''))
$$;--> statement-breakpoint
CREATE TABLE "analytics_counts" (
	"day" date NOT NULL,
	"event" text NOT NULL,
	"target" text DEFAULT '' NOT NULL,
	"language" text NOT NULL,
	"count" bigint NOT NULL,
	CONSTRAINT "analytics_counts_day_event_target_language_pk" PRIMARY KEY("day","event","target","language")
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"entity_type" text NOT NULL,
	"entity_id" text NOT NULL,
	"action" text NOT NULL,
	"changes" text,
	"ip_address" text,
	"user_agent" text,
	"timestamp" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "cluster_signatures" (
	"cluster_id" uuid NOT NULL,
	"signature_id" uuid NOT NULL,
	CONSTRAINT "cluster_signatures_cluster_id_signature_id_pk" PRIMARY KEY("cluster_id","signature_id")
);
--> statement-breakpoint
CREATE TABLE "clusters" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"reason" text NOT NULL,
	"key" text NOT NULL,
	"found_at" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	"requests" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "clusters_key" UNIQUE("reason","key")
);
--> statement-breakpoint
CREATE TABLE "collection" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"status" text NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"day" date,
	"texts" text DEFAULT '{}' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "erasures_by_minute" (
	"minute" timestamp (3) with time zone PRIMARY KEY NOT NULL,
	"count" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "erased_signatures" (
	"id_hash" text PRIMARY KEY NOT NULL,
	"erased_on" date NOT NULL,
	"restorations" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail_caps" (
	"key" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"window_ends_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail_cooldowns" (
	"email_hash" text PRIMARY KEY NOT NULL,
	"accepted_at" timestamp (3) with time zone[] NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"subject_id" uuid NOT NULL,
	"payload" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp (3) with time zone NOT NULL,
	"leased_until" timestamp (3) with time zone,
	"failed_at" timestamp (3) with time zone,
	"last_error" text,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "pending_confirmations" (
	"id" uuid PRIMARY KEY NOT NULL,
	"token" text NOT NULL,
	"full_name" text NOT NULL,
	"email" text NOT NULL,
	"normalised_email" text NOT NULL,
	"visibility" text DEFAULT 'public' NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"email_sent_at" timestamp (3) with time zone,
	"email_retry_count" integer DEFAULT 0 NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"locale" text DEFAULT 'de' NOT NULL,
	"consent_version" text NOT NULL,
	"petition_version" text NOT NULL,
	"policy_version" text NOT NULL,
	CONSTRAINT "pending_confirmations_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "quarantines" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"made_at" timestamp (3) with time zone NOT NULL,
	"cause" text NOT NULL,
	"signatures" integer NOT NULL,
	"cluster_id" uuid,
	"released_at" timestamp (3) with time zone,
	"released" integer
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"count" integer NOT NULL,
	"window_ends_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shown_texts" (
	"version" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"language" text NOT NULL,
	"text" text NOT NULL,
	"first_seen" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "signature_links" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"signature_id" uuid NOT NULL
);
--> statement-breakpoint
CREATE TABLE "signatures" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"full_name" text NOT NULL,
	"email" text NOT NULL,
	"normalised_email" text,
	"visibility" text DEFAULT 'public' NOT NULL,
	"confirmed_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"signature_hash" text,
	"signature_salt" text,
	"gdpr_consent_given" boolean DEFAULT true NOT NULL,
	"gdpr_consent_timestamp" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"consent_version" text,
	"petition_version" text,
	"policy_version" text,
	"locale" text DEFAULT 'de' NOT NULL,
	"quarantined_at" timestamp (3) with time zone,
	"quarantine_id" uuid,
	"released_at" timestamp (3) with time zone,
	"name_hidden_at" timestamp (3) with time zone,
	"name_check" text,
	"seconds_to_confirm" integer,
	"restorations" integer DEFAULT 0 NOT NULL,
	"search_text" text GENERATED ALWAYS AS (fold_for_search(full_name) || chr(10) || fold_for_search(email)) STORED,
	CONSTRAINT "signatures_email_unique" UNIQUE("email"),
	CONSTRAINT "signatures_normalised_email_unique" UNIQUE("normalised_email"),
	CONSTRAINT "signatures_consent_given" CHECK (gdpr_consent_given)
);
--> statement-breakpoint
CREATE TABLE "spreadsheet_key" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"key" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "spreadsheet_rows" (
	"key" text PRIMARY KEY NOT NULL,
	"signature_id" uuid,
	"version" integer DEFAULT 1 NOT NULL,
	"written" integer DEFAULT 0 NOT NULL,
	"sent" integer,
	"changed_at" timestamp with time zone DEFAULT clock_timestamp() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "spreadsheet_state" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"holder" text,
	"leased_until" timestamp (3) with time zone,
	"not_before" timestamp (3) with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"spreadsheet" text,
	"content" text,
	"compared_at" timestamp (3) with time zone,
	"strangers" integer DEFAULT 0 NOT NULL,
	"succeeded_at" timestamp (3) with time zone,
	"failed_at" timestamp (3) with time zone,
	"last_error" text
);
--> statement-breakpoint
CREATE TABLE "supporter_blocks" (
	"start_at" timestamp (3) with time zone NOT NULL,
	"start_id" uuid NOT NULL,
	"count" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "supporter_blocks_start_at_start_id_pk" PRIMARY KEY("start_at","start_id")
);
--> statement-breakpoint
CREATE TABLE "suppressions" (
	"email_hash" text PRIMARY KEY NOT NULL,
	"until" timestamp (3) with time zone NOT NULL,
	"reason" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "suspicions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"kind" text NOT NULL,
	"source_key" text NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "signature_count" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"count" bigint DEFAULT 0 NOT NULL,
	"version" bigint DEFAULT 0 NOT NULL,
	"ended_at" timestamp (3) with time zone,
	"erased_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "hourly_counts" (
	"hour" timestamp (3) with time zone NOT NULL,
	"locale" text NOT NULL,
	"kind" text NOT NULL,
	"count" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "hourly_counts_hour_locale_kind_pk" PRIMARY KEY("hour","locale","kind")
);
--> statement-breakpoint
CREATE TABLE "tasks" (
	"name" text PRIMARY KEY NOT NULL,
	"last_run_at" timestamp (3) with time zone,
	"figure" bigint,
	"claimed_until" timestamp (3) with time zone,
	"started_at" timestamp (3) with time zone,
	"progress" bigint,
	"failures" integer DEFAULT 0 NOT NULL,
	"not_before" timestamp (3) with time zone,
	"last_error" text
);
--> statement-breakpoint
CREATE TABLE "unnamed_proxy" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"since" timestamp (3) with time zone NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL,
	"requests" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "used_captchas" (
	"id" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "cluster_signatures" ADD CONSTRAINT "cluster_signatures_cluster_id_clusters_id_fk" FOREIGN KEY ("cluster_id") REFERENCES "public"."clusters"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cluster_signatures" ADD CONSTRAINT "cluster_signatures_signature_id_signatures_id_fk" FOREIGN KEY ("signature_id") REFERENCES "public"."signatures"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signature_links" ADD CONSTRAINT "signature_links_signature_id_signatures_id_fk" FOREIGN KEY ("signature_id") REFERENCES "public"."signatures"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quarantines" ADD CONSTRAINT "quarantines_cluster_id_clusters_id_fk" FOREIGN KEY ("cluster_id") REFERENCES "public"."clusters"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signatures" ADD CONSTRAINT "signatures_quarantine_id_quarantines_id_fk" FOREIGN KEY ("quarantine_id") REFERENCES "public"."quarantines"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_time" ON "audit_log" USING btree ("timestamp","id");--> statement-breakpoint
CREATE INDEX "audit_entity" ON "audit_log" USING btree ("entity_type","entity_id");--> statement-breakpoint
CREATE INDEX "audit_uncommon" ON "audit_log" USING btree ("timestamp","id") WHERE action <> 'signed' and action <> 'confirmed';--> statement-breakpoint
CREATE INDEX "audit_logins" ON "audit_log" USING btree ("timestamp","id") WHERE action in ('logged-in', 'login-failed');--> statement-breakpoint
CREATE INDEX "audit_erasures" ON "audit_log" USING btree ("timestamp","id") WHERE action in ('erased', 'removed-signature');--> statement-breakpoint
CREATE INDEX "cluster_signatures_signature" ON "cluster_signatures" USING btree ("signature_id");--> statement-breakpoint
CREATE INDEX "erased_signatures_day" ON "erased_signatures" USING btree ("erased_on");--> statement-breakpoint
CREATE INDEX "mail_caps_end" ON "mail_caps" USING btree ("window_ends_at");--> statement-breakpoint
CREATE INDEX "mail_cooldowns_last" ON "mail_cooldowns" USING btree ("last_at");--> statement-breakpoint
CREATE INDEX "outbox_due" ON "outbox" USING btree ("next_attempt_at") WHERE failed_at is null;--> statement-breakpoint
CREATE INDEX "outbox_subject" ON "outbox" USING btree ("subject_id");--> statement-breakpoint
CREATE INDEX "outbox_age" ON "outbox" USING btree ("kind","created_at","id");--> statement-breakpoint
CREATE INDEX "pending_expiry" ON "pending_confirmations" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "pending_address" ON "pending_confirmations" USING btree ("normalised_email","created_at");--> statement-breakpoint
CREATE INDEX "quarantines_made" ON "quarantines" USING btree ("made_at");--> statement-breakpoint
CREATE UNIQUE INDEX "quarantines_open_of_cluster" ON "quarantines" USING btree ("cluster_id") WHERE released_at is null;--> statement-breakpoint
CREATE INDEX "rate_limits_end" ON "rate_limits" USING btree ("window_ends_at");--> statement-breakpoint
CREATE INDEX "signature_links_signature" ON "signature_links" USING btree ("signature_id");--> statement-breakpoint
CREATE INDEX "signatures_listed" ON "signatures" USING btree ("confirmed_at","id") WHERE quarantined_at is null;--> statement-breakpoint
CREATE INDEX "signatures_listed_public" ON "signatures" USING btree ("confirmed_at","id") WHERE quarantined_at is null and visibility = 'public';--> statement-breakpoint
CREATE INDEX "signatures_origin" ON "signatures" USING btree (origin_of(ip_address)) WHERE ip_address is not null;--> statement-breakpoint
CREATE INDEX "signatures_mail_domain" ON "signatures" USING btree (split_part(email, '@', 2));--> statement-breakpoint
CREATE INDEX "signatures_quarantined" ON "signatures" USING btree ("confirmed_at","id") WHERE quarantined_at is not null;--> statement-breakpoint
CREATE INDEX "signatures_quarantine" ON "signatures" USING btree ("quarantine_id") WHERE quarantine_id is not null;--> statement-breakpoint
CREATE INDEX "signatures_name_hidden" ON "signatures" USING btree ("confirmed_at","id") WHERE name_hidden_at is not null;--> statement-breakpoint
CREATE INDEX "signatures_with_origin" ON "signatures" USING btree ("confirmed_at","id") WHERE ip_address is not null or user_agent is not null or seconds_to_confirm is not null;--> statement-breakpoint
CREATE INDEX "signatures_not_normalised" ON "signatures" USING btree (mailbox_sketch(email)) WHERE normalised_email is null;--> statement-breakpoint
CREATE INDEX "signatures_to_normalise" ON "signatures" USING btree ("id") WHERE normalised_email is null;--> statement-breakpoint
CREATE INDEX "spreadsheet_rows_waiting" ON "spreadsheet_rows" USING btree ("changed_at") WHERE written <> version;--> statement-breakpoint
CREATE INDEX "suppressions_until" ON "suppressions" USING btree ("until");--> statement-breakpoint
CREATE INDEX "suspicions_at" ON "suspicions" USING btree ("at");--> statement-breakpoint
CREATE INDEX "used_captchas_expiry" ON "used_captchas" USING btree ("expires_at");--> statement-breakpoint
-- Where the server does not offer pg_trgm, or not to us, a search reads all rows instead.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX signatures_search ON signatures USING gin (search_text gin_trgm_ops);
EXCEPTION WHEN OTHERS THEN
  RAISE NOTICE 'Searching goes without an index: %', SQLERRM;
END
$$;
--> statement-breakpoint
INSERT INTO "spreadsheet_key" ("id", "key") VALUES (1, encode(sha256(convert_to(gen_random_uuid()::text || gen_random_uuid()::text, 'UTF8')), 'hex'));--> statement-breakpoint
-- Names are told in full: whatever restores a backup of the rows alone knows no schema by itself.
-- Key and hash have one length each, so that hashing both is as good as HMAC.
CREATE FUNCTION spreadsheet_row_key(id_hash text) RETURNS text LANGUAGE sql STABLE AS $$
	SELECT left(encode(sha256(convert_to(key || id_hash, 'UTF8')), 'hex'), 32) FROM public.spreadsheet_key
$$;--> statement-breakpoint
CREATE FUNCTION note_spreadsheet_row() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	row_key text;
BEGIN
	IF TG_OP = 'DELETE' THEN
		row_key := public.spreadsheet_row_key(encode(sha256(convert_to(old.id::text, 'UTF8')), 'hex'));
		DELETE FROM public.spreadsheet_rows WHERE key = row_key AND written = 0 AND sent IS NULL;
		UPDATE public.spreadsheet_rows SET signature_id = NULL, version = version + 1, changed_at = clock_timestamp() WHERE key = row_key;
	ELSIF EXISTS (SELECT FROM public.spreadsheet_state WHERE spreadsheet IS NOT NULL) THEN
		row_key := public.spreadsheet_row_key(encode(sha256(convert_to(new.id::text, 'UTF8')), 'hex'));
		INSERT INTO public.spreadsheet_rows AS known (key, signature_id) VALUES (row_key, new.id)
		ON CONFLICT (key) DO UPDATE
		SET signature_id = excluded.signature_id, version = known.version + 1, changed_at = excluded.changed_at;
	END IF;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER note_spreadsheet_row AFTER INSERT OR DELETE ON "signatures"
FOR EACH ROW EXECUTE FUNCTION note_spreadsheet_row();--> statement-breakpoint
CREATE TRIGGER note_spreadsheet_change AFTER UPDATE ON "signatures"
FOR EACH ROW WHEN (
	(old.full_name, old.email, old.visibility, old.confirmed_at, old.locale, old.quarantined_at)
	IS DISTINCT FROM (new.full_name, new.email, new.visibility, new.confirmed_at, new.locale, new.quarantined_at)
) EXECUTE FUNCTION note_spreadsheet_row();--> statement-breakpoint
INSERT INTO "signature_count" ("id", "count", "version") VALUES (1, 0, 0);--> statement-breakpoint
-- The first block begins before all time, so that every signature has one.
INSERT INTO "supporter_blocks" ("start_at", "start_id", "count") VALUES ('1970-01-01T00:00:00Z', '00000000-0000-0000-0000-000000000000', 0);
