-- Outside of a transaction.
DROP INDEX CONCURRENTLY IF EXISTS "signatures_by_origin";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "signatures_by_origin" ON "signatures" USING btree (origin_of(ip_address)) INCLUDE (ip_address) WHERE ip_address is not null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "signatures_origin";
