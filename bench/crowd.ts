import { systemClock } from "../server/clock.ts";
import { reconcile } from "../server/count/reconcile.ts";
import type { Database } from "../server/database/open.ts";

const BATCH = 50_000;

/** Goes on where an earlier call stopped, as an import would, and counts the rows as the next start does. */
export async function fillWith(database: Database, count: number): Promise<void> {
  const { rows } = await database.pool.query<{ count: string }>("select count(*) from signatures");
  for (let from = Number(rows[0]?.count ?? 0); from < count; from += BATCH)
    await database.pool.query(
      `insert into signatures (full_name, email, normalised_email, visibility, locale, confirmed_at, created_at, ip_address,
         gdpr_consent_given, gdpr_consent_timestamp, signature_hash)
       select
         (array['Anna','Bruno','Joanna','Dieter','Hannelore','Łukasz','Élodie','Marianne'])[1 + n % 8] || ' '
           || case when n = 4711 then 'Nowhere-Else' else (array['Bergmüller','Kessler','Zielińska','van der Berg','Fernández','Özdemir','Straßer'])[1 + (n / 8) % 7] || chr(97 + n % 26) || chr(97 + (n / 26) % 26) end,
         'person' || n || '@' || e.domain, 'person' || n || '@' || e.domain,
         case when n % 5 = 3 then 'private' else 'public' end, (array['de','de','de','en','fr','pl'])[1 + n % 6],
         now() - n * interval '40 seconds', now() - n * interval '40 seconds',
         case when n < 60000 then '203.0.' || (n / 250) % 250 || '.' || n % 250 end,
         true, now() - n * interval '40 seconds', encode(sha256(n::text::bytea), 'hex')
       from generate_series($1::int, $2::int - 1) n,
         lateral (select (array['gmx.de','web.de','gmail.com','posteo.de'])[1 + n % 4] as domain where n % 1000 > 0
           union all select 'verein.example' where n % 1000 = 0) e`,
      [from, Math.min(from + BATCH, count)],
    );
  await database.maintain({ rewrite: false });
  await database.pool.query("vacuum (analyze) signatures");
  await reconcile(database.db, systemClock);
}
