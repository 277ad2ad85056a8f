-- Outside of a transaction.
DROP INDEX CONCURRENTLY IF EXISTS "signatures_names_hidden";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "signatures_names_hidden" ON "signatures" USING btree ("confirmed_at","id") WHERE name_hidden_at is not null and name_check is null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "signatures_names_on_hold";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "signatures_names_on_hold" ON "signatures" USING btree ("confirmed_at","id") WHERE name_hidden_at is not null and name_check = 'held';
