DROP INDEX "signatures_listed";--> statement-breakpoint
DROP INDEX "signatures_listed_public";--> statement-breakpoint
CREATE INDEX "signatures_listed" ON "signatures" USING btree ("confirmed_at","id") WHERE quarantined_at is null;--> statement-breakpoint
CREATE INDEX "signatures_listed_public" ON "signatures" USING btree ("confirmed_at","id") WHERE quarantined_at is null and visibility = 'public';