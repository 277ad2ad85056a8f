DROP INDEX "signatures_domain";--> statement-breakpoint
CREATE INDEX "signatures_mail_domain" ON "signatures" USING btree (split_part(email, '@', 2));