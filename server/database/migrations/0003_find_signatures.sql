-- Text as it is compared in a search: without marks, letter case and a letter's other spellings; the same in every locale.
CREATE FUNCTION fold_for_search(given text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE AS $$
  SELECT lower(replace(replace(replace(replace(
    translate(
      regexp_replace(normalize(given, NFKD), '[\u0300-\u036f]+', '', 'g'),
      'łŁøØđĐðÐıħĦŧŦÆŒÞẞ’‘ʼ`‐‑‒–—',
      'llooddddihhttæœþß''''''''-----'),
    'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe'), 'þ', 'th'))
$$;--> statement-breakpoint
-- The address of origin as one that can be compared with networks; null for what is none, which an import may bring.
CREATE FUNCTION origin_of(given text) RETURNS inet LANGUAGE plpgsql IMMUTABLE STRICT PARALLEL SAFE AS $$
BEGIN
  RETURN given::inet;
EXCEPTION WHEN data_exception THEN
  RETURN NULL;
END
$$;--> statement-breakpoint
ALTER TABLE "signatures" ADD COLUMN "search_text" text GENERATED ALWAYS AS (fold_for_search(full_name) || chr(10) || fold_for_search(email)) STORED;--> statement-breakpoint
CREATE INDEX "signatures_origin" ON "signatures" USING btree (origin_of(ip_address)) WHERE ip_address is not null;--> statement-breakpoint
-- Where the server does not offer pg_trgm, or not to us, a search reads all rows instead.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
  CREATE INDEX signatures_search ON signatures USING gin (search_text gin_trgm_ops);
EXCEPTION WHEN OTHERS THEN
  RAISE NOTICE 'Searching goes without an index: %', SQLERRM;
END
$$;
