-- Caps and paces go on where they are. "mail_caps" and "erasures_by_minute" stay for processes of the release before.
INSERT INTO "rate_limits" ("key", "kind", "count", "window_ends_at")
	SELECT "key", 'mail', "count", "window_ends_at" FROM "mail_caps" ON CONFLICT DO NOTHING;
--> statement-breakpoint
-- An hour is the window's default length. Where DELETE_BRAKE has a shorter one, the brake begins at nought.
INSERT INTO "rate_limits" ("key", "kind", "count", "window_ends_at")
	SELECT 'delete-brake', 'delete-brake', sum("count")::int, now() + interval '1 hour'
	FROM "erasures_by_minute" WHERE "minute" > now() - interval '1 hour' HAVING sum("count") > 0
	ON CONFLICT DO NOTHING;
