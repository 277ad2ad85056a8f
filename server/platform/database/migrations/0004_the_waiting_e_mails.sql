DROP INDEX "outbox_due";--> statement-breakpoint
DROP INDEX "outbox_age";--> statement-breakpoint
CREATE INDEX "outbox_due_notices" ON "outbox" USING btree ("next_attempt_at","created_at") WHERE failed_at is null and kind = 'breach-email';--> statement-breakpoint
CREATE INDEX "outbox_waiting" ON "outbox" USING btree ("kind","created_at") WHERE failed_at is null;--> statement-breakpoint
CREATE INDEX "outbox_due" ON "outbox" USING btree ("next_attempt_at","created_at") WHERE failed_at is null and kind <> 'breach-email';--> statement-breakpoint
CREATE INDEX "outbox_age" ON "outbox" USING btree ("kind","created_at","id") WHERE kind in ('erased-email', 'deletion-link-email');