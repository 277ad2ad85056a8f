DROP INDEX "outbox_age";--> statement-breakpoint
ALTER TABLE "signatures" ADD COLUMN "committed_address" text collate "C";--> statement-breakpoint
ALTER TABLE "signatures" ADD COLUMN "address_asked_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "signatures" ADD COLUMN "links_since" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "outbox_age" ON "outbox" USING btree ("kind","created_at","id") WHERE kind in ('erased-email', 'deletion-link-email', 'new-address-email', 'old-address-email');