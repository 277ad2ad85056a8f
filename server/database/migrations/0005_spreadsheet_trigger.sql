ALTER TABLE "spreadsheet_rows" ALTER COLUMN "changed_at" SET DATA TYPE timestamp with time zone;--> statement-breakpoint
ALTER TABLE "spreadsheet_rows" ALTER COLUMN "changed_at" SET DEFAULT clock_timestamp();--> statement-breakpoint
CREATE FUNCTION note_spreadsheet_row() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	row_key text;
BEGIN
	IF TG_OP = 'DELETE' THEN
		row_key := left(encode(sha256(convert_to(old.id::text, 'UTF8')), 'hex'), 32);
		DELETE FROM spreadsheet_rows WHERE key = row_key AND written = 0 AND sent IS NULL;
		UPDATE spreadsheet_rows SET signature_id = NULL, version = version + 1, changed_at = clock_timestamp() WHERE key = row_key;
	ELSIF EXISTS (SELECT FROM spreadsheet_state WHERE spreadsheet IS NOT NULL) THEN
		row_key := left(encode(sha256(convert_to(new.id::text, 'UTF8')), 'hex'), 32);
		INSERT INTO spreadsheet_rows (key, signature_id) VALUES (row_key, new.id)
		ON CONFLICT (key) DO UPDATE
		SET signature_id = excluded.signature_id, version = spreadsheet_rows.version + 1, changed_at = excluded.changed_at;
	END IF;
	RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER note_spreadsheet_row AFTER INSERT OR DELETE ON "signatures"
FOR EACH ROW EXECUTE FUNCTION note_spreadsheet_row();--> statement-breakpoint
CREATE TRIGGER note_spreadsheet_change AFTER UPDATE ON "signatures"
FOR EACH ROW WHEN (
	(old.full_name, old.email, old.visibility, old.confirmed_at, old.locale, old.quarantined_at)
	IS DISTINCT FROM (new.full_name, new.email, new.visibility, new.confirmed_at, new.locale, new.quarantined_at)
) EXECUTE FUNCTION note_spreadsheet_row();
