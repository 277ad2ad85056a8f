-- Caps and paces go on where they are. "mail_caps" and "erasures_by_minute" stay for processes of the release before.
INSERT INTO "rate_limits" ("key", "kind", "count", "window_ends_at")
	SELECT "key", 'mail', "count", "window_ends_at" FROM "mail_caps" ON CONFLICT DO NOTHING;
