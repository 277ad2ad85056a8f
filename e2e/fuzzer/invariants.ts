import type { PetitionStats, SupporterPage } from "../../contract/supporters.ts";
import type { BesiegedSite } from "./site.ts";

/** Counted rows, the sum of the list's blocks, what the hours have added up to, and what the site shows. */
export async function faultsOfNumbers({ house }: BesiegedSite): Promise<string[]> {
  const [sums] = await house.rows<Record<"number" | "rows" | "blocks" | "hours", number>>(`select
    (select count from signature_count)::int as number,
    (select count(*) from signatures where quarantined_at is null)::int as rows,
    (select coalesce(sum(count), 0) from supporter_blocks)::int as blocks,
    (select coalesce(sum(case when kind in ('confirmed', 'released') then count else -count end), 0) from hourly_counts)::int as hours`);
  const { body } = await house.get<PetitionStats>("/api/petition/stats");
  const numbers = { ...sums, shown: body.signatureCount };
  return new Set(Object.values(numbers)).size === 1 ? [] : [`the numbers differ: ${JSON.stringify(numbers)}`];
}

/** Of who signed privately, is hidden or waits for something: unless the list shows the same name rightly. */
export async function hiddenNames({ house }: BesiegedSite): Promise<string[]> {
  const rows = await house.rows<{ name: string }>(`
    select full_name as name from signatures
      where visibility = 'private' or name_hidden_at is not null or quarantined_at is not null
    union select full_name from pending_confirmations
    except select full_name from signatures
      where visibility = 'public' and name_hidden_at is null and quarantined_at is null`);
  return rows.map(({ name }) => name);
}

export async function namesTold({ house }: BesiegedSite, texts: string[]): Promise<string[]> {
  const list = "/api/petition/supporters-paginated?pageSize=100";
  const first = await house.get<SupporterPage>(list);
  const pages = Array.from({ length: first.body.totalPages }, (_, index) => `${list}&page=${index + 1}`);
  const places = [
    "/",
    "/unterstuetzer/seite/1",
    "/api/petition/supporters",
    "/api/petition/stats",
    "/api/open/counts",
    "/embed",
    ...pages,
  ];
  const told: string[] = [];
  for (const place of places) {
    const { body } = await house.get<unknown>(place);
    const text = typeof body === "string" ? body : JSON.stringify(body);
    told.push(...texts.filter((one) => text.includes(one)).map((one) => `${place} tells ${one}`));
  }
  return told;
}
