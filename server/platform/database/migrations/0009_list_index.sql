-- Outside of a transaction.
DROP INDEX CONCURRENTLY IF EXISTS "signatures_in_list";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "signatures_in_list" ON "signatures" USING btree (listed_at(confirmed_at, visibility, name_hidden_at),listed_key(list_key, id)) WHERE quarantined_at is null;
