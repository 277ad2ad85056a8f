-- The time at which a signature is listed: to the minute, and to the hour where its name is not shown.
CREATE FUNCTION listed_at(confirmed_at timestamptz, visibility text, name_hidden_at timestamptz) RETURNS timestamptz LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT date_trunc(CASE WHEN visibility = 'public' AND name_hidden_at IS NULL THEN 'minute' ELSE 'hour' END, confirmed_at AT TIME ZONE 'UTC') AT TIME ZONE 'UTC'
$$;--> statement-breakpoint
-- The key in rows from before the column: written into millions of them, it would hold up whoever signs. The id does not follow from it.
CREATE FUNCTION listed_key(list_key uuid, id uuid) RETURNS uuid LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(list_key, left(encode(sha256(uuid_send(id)), 'hex'), 32)::uuid)
$$;--> statement-breakpoint
ALTER TABLE "signatures" ADD COLUMN "list_key" uuid;--> statement-breakpoint
-- On its own: together with the column it would be drawn for every row, and the table written again.
ALTER TABLE "signatures" ALTER COLUMN "list_key" SET DEFAULT gen_random_uuid();--> statement-breakpoint
ALTER TABLE "signatures" ADD COLUMN "objected_at" timestamp (3) with time zone;
