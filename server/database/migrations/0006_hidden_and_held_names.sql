DROP INDEX "signatures_name_hidden";--> statement-breakpoint
CREATE INDEX "signatures_name_on_hold" ON "signatures" USING btree ("confirmed_at","id") WHERE name_hidden_at is not null and name_check = 'held';--> statement-breakpoint
CREATE INDEX "signatures_name_hidden" ON "signatures" USING btree ("confirmed_at","id") WHERE name_hidden_at is not null and name_check is null;