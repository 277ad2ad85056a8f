-- No table is written anew. The indexes of small ones are; large ones, at the end, take over what the migration before has built.
ALTER TABLE "tasks" ALTER COLUMN "name" SET DATA TYPE text collate "C";--> statement-breakpoint
ALTER TABLE "shown_texts" ALTER COLUMN "version" SET DATA TYPE text collate "C";--> statement-breakpoint
ALTER TABLE "analytics_counts" ALTER COLUMN "event" SET DATA TYPE text collate "C", ALTER COLUMN "target" SET DATA TYPE text collate "C", ALTER COLUMN "language" SET DATA TYPE text collate "C";--> statement-breakpoint
ALTER TABLE "clusters" ALTER COLUMN "reason" SET DATA TYPE text collate "C", ALTER COLUMN "key" SET DATA TYPE text collate "C";--> statement-breakpoint
ALTER TABLE "erased_signatures" ALTER COLUMN "id_hash" SET DATA TYPE text collate "C";--> statement-breakpoint
ALTER TABLE "log_hours" ALTER COLUMN "hour" SET DATA TYPE text collate "C", ALTER COLUMN "kind" SET DATA TYPE text collate "C", ALTER COLUMN "reason" SET DATA TYPE text collate "C";--> statement-breakpoint
ALTER TABLE "log_texts" ALTER COLUMN "language" SET DATA TYPE text collate "C";--> statement-breakpoint
ALTER TABLE "log_witnesses" ALTER COLUMN "key" SET DATA TYPE text collate "C";--> statement-breakpoint
ALTER TABLE "mail_caps" ALTER COLUMN "key" SET DATA TYPE text collate "C";--> statement-breakpoint
ALTER TABLE "used_captchas" ALTER COLUMN "id" SET DATA TYPE text collate "C";--> statement-breakpoint
ALTER TABLE "rate_limits" ALTER COLUMN "key" SET DATA TYPE text collate "C";--> statement-breakpoint
ALTER TABLE "mail_cooldowns" ALTER COLUMN "email_hash" SET DATA TYPE text collate "C";--> statement-breakpoint
ALTER TABLE "suppressions" ALTER COLUMN "email_hash" SET DATA TYPE text collate "C";--> statement-breakpoint
ALTER TABLE "outbox" ALTER COLUMN "kind" SET DATA TYPE text collate "C";--> statement-breakpoint
ALTER TABLE "pending_confirmations" ALTER COLUMN "token" SET DATA TYPE text collate "C", ALTER COLUMN "normalised_email" SET DATA TYPE text collate "C";--> statement-breakpoint
ALTER TABLE "hourly_counts" ALTER COLUMN "locale" SET DATA TYPE text collate "C", ALTER COLUMN "kind" SET DATA TYPE text collate "C";--> statement-breakpoint
DROP INDEX "log_entries_commitment";--> statement-breakpoint
ALTER TABLE "log_entries" ALTER COLUMN "commitment" SET DATA TYPE text collate "C";--> statement-breakpoint
DROP INDEX "audit_entity";--> statement-breakpoint
ALTER TABLE "audit_log" ALTER COLUMN "entity_type" SET DATA TYPE text collate "C", ALTER COLUMN "entity_id" SET DATA TYPE text collate "C";--> statement-breakpoint
ALTER TABLE "spreadsheet_rows" DROP CONSTRAINT "spreadsheet_rows_pkey";--> statement-breakpoint
ALTER TABLE "spreadsheet_rows" ALTER COLUMN "key" SET DATA TYPE text collate "C";--> statement-breakpoint
ALTER TABLE "spreadsheet_rows" ADD CONSTRAINT "spreadsheet_rows_pkey" PRIMARY KEY USING INDEX "spreadsheet_rows_of";--> statement-breakpoint
ALTER TABLE "signature_links" DROP CONSTRAINT "signature_links_pkey";--> statement-breakpoint
ALTER TABLE "signature_links" ALTER COLUMN "token_hash" SET DATA TYPE text collate "C";--> statement-breakpoint
ALTER TABLE "signature_links" ADD CONSTRAINT "signature_links_pkey" PRIMARY KEY USING INDEX "signature_links_token";--> statement-breakpoint
ALTER TABLE "signatures" DROP CONSTRAINT "signatures_email_unique", DROP CONSTRAINT "signatures_normalised_email_unique";--> statement-breakpoint
ALTER TABLE "signatures" ALTER COLUMN "normalised_email" SET DATA TYPE text collate "C";--> statement-breakpoint
ALTER TABLE "signature_count" ADD COLUMN "petition_id" text;
