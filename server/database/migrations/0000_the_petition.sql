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
CREATE TABLE "mail_cooldowns" (
	"address_key" text PRIMARY KEY NOT NULL,
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
	"folded_email" text NOT NULL,
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
	CONSTRAINT "pending_confirmations_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"count" integer NOT NULL,
	"window_ends_at" timestamp (3) with time zone NOT NULL
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
	"folded_email" text,
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
	"locale" text DEFAULT 'de' NOT NULL,
	"quarantined_at" timestamp (3) with time zone,
	CONSTRAINT "signatures_email_unique" UNIQUE("email"),
	CONSTRAINT "signatures_folded_email_unique" UNIQUE("folded_email")
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
	"address_key" text PRIMARY KEY NOT NULL,
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
CREATE TABLE "tally" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"count" bigint DEFAULT 0 NOT NULL,
	"version" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "tally_hours" (
	"hour" timestamp (3) with time zone NOT NULL,
	"locale" text NOT NULL,
	"kind" text NOT NULL,
	"count" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "tally_hours_hour_locale_kind_pk" PRIMARY KEY("hour","locale","kind")
);
--> statement-breakpoint
CREATE TABLE "tasks" (
	"name" text PRIMARY KEY NOT NULL,
	"last_run_at" timestamp (3) with time zone,
	"figure" bigint,
	"claimed_until" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "used_captchas" (
	"id" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "signature_links" ADD CONSTRAINT "signature_links_signature_id_signatures_id_fk" FOREIGN KEY ("signature_id") REFERENCES "public"."signatures"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_time" ON "audit_log" USING btree ("timestamp","id");--> statement-breakpoint
CREATE INDEX "audit_entity" ON "audit_log" USING btree ("entity_type","entity_id");--> statement-breakpoint
CREATE INDEX "mail_cooldowns_last" ON "mail_cooldowns" USING btree ("last_at");--> statement-breakpoint
CREATE INDEX "outbox_due" ON "outbox" USING btree ("next_attempt_at") WHERE failed_at is null;--> statement-breakpoint
CREATE INDEX "outbox_subject" ON "outbox" USING btree ("subject_id");--> statement-breakpoint
CREATE INDEX "pending_expiry" ON "pending_confirmations" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "pending_address" ON "pending_confirmations" USING btree ("folded_email","created_at");--> statement-breakpoint
CREATE INDEX "rate_limits_end" ON "rate_limits" USING btree ("window_ends_at");--> statement-breakpoint
CREATE INDEX "signature_links_signature" ON "signature_links" USING btree ("signature_id");--> statement-breakpoint
CREATE INDEX "signatures_listed" ON "signatures" USING btree ("confirmed_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE quarantined_at is null;--> statement-breakpoint
CREATE INDEX "signatures_listed_public" ON "signatures" USING btree ("confirmed_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE quarantined_at is null and visibility = 'public';--> statement-breakpoint
CREATE INDEX "suppressions_until" ON "suppressions" USING btree ("until");--> statement-breakpoint
CREATE INDEX "suspicions_at" ON "suspicions" USING btree ("at");--> statement-breakpoint
CREATE INDEX "used_captchas_expiry" ON "used_captchas" USING btree ("expires_at");--> statement-breakpoint
INSERT INTO "tally" ("id", "count", "version") VALUES (1, 0, 0);--> statement-breakpoint
INSERT INTO "supporter_blocks" ("start_at", "start_id", "count") VALUES ('1970-01-01T00:00:00Z', '00000000-0000-0000-0000-000000000000', 0);
