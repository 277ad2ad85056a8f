-- Outside of a transaction.
UPDATE "signatures" SET "ip_address" = left("ip_address", 100) WHERE length("ip_address") > 100;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "signatures_by_origin";--> statement-breakpoint
CREATE INDEX CONCURRENTLY "signatures_by_origin" ON "signatures" USING btree (origin_of(ip_address)) INCLUDE (ip_address) WHERE ip_address is not null;--> statement-breakpoint
DROP INDEX CONCURRENTLY IF EXISTS "signatures_origin";
