-- Outside of a transaction.
-- Beside the work, for large tables: the next migration changes the columns' collation, and takes these over without building them anew.
DROP INDEX CONCURRENTLY IF EXISTS "signatures_mailbox";--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "signatures_mailbox" ON "signatures" USING btree ("normalised_email" COLLATE "C");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "signatures_email";--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "signatures_email" ON "signatures" USING btree (email COLLATE "C");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "signature_links_token";--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "signature_links_token" ON "signature_links" USING btree ("token_hash" COLLATE "C");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "log_entries_added";--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "log_entries_added" ON "log_entries" USING btree ("commitment" COLLATE "C");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "audit_of";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "audit_of" ON "audit_log" USING btree ("entity_type" COLLATE "C","entity_id" COLLATE "C");--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "spreadsheet_rows_of";--> statement-breakpoint
CREATE UNIQUE INDEX CONCURRENTLY "spreadsheet_rows_of" ON "spreadsheet_rows" USING btree ("key" COLLATE "C");
