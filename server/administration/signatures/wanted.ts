import { and, eq, gte, isNotNull, isNull, lt, type SQL, sql } from "drizzle-orm";
import type { Selection } from "../../../contract/administration/signatures.ts";
import type { Search, SignatureState } from "../../../petition/search.ts";
import { signatures } from "../../platform/database/schema.ts";

export type Wanted = Omit<Selection, "search" | "language"> & { search: Search; language: string | null };

export function isEverything({ search, ...filters }: Wanted): boolean {
  return search.kind === "all" && Object.values(filters).every((filter) => filter === null);
}

/** With quarantined signatures if something is searched for. */
export function conditionOf(wanted: Wanted): SQL | undefined {
  return and(
    isList(wanted) ? isNull(signatures.quarantinedAt) : undefined,
    timeCondition(wanted.search),
    filterCondition(wanted),
    indexedCondition(wanted),
  );
}

export function filterCondition({ visibility, language }: Pick<Wanted, "visibility" | "language">): SQL | undefined {
  return and(
    visibility ? eq(signatures.visibility, visibility) : undefined,
    language ? eq(signatures.locale, language) : undefined,
  );
}

export function isList({ search, state, cluster, quarantine, signature }: Wanted): boolean {
  return (search.kind === "all" || search.kind === "time") && !(state || cluster || quarantine || signature);
}

export function timeCondition(search: Search): SQL | undefined {
  return search.kind === "time"
    ? and(gte(signatures.confirmedAt, search.from), lt(signatures.confirmedAt, search.to))
    : undefined;
}

export function indexedCondition(wanted: Wanted): SQL | undefined {
  return conditionIn(wanted, STATES);
}

export function findingCondition(wanted: Wanted): SQL | undefined {
  return conditionIn(wanted, { ...STATES, suspicious: SUSPICIOUS_BY_ID });
}

function conditionIn({ search, state, cluster, quarantine, signature }: Wanted, states: typeof STATES): SQL | undefined {
  return and(
    searched(search),
    state ? states[state] : undefined,
    cluster
      ? sql`${signatures.id} in (select signature_id from cluster_signatures where cluster_id = ${cluster}::uuid)`
      : undefined,
    quarantine ? eq(signatures.quarantineId, quarantine) : undefined,
    signature ? eq(signatures.id, signature) : undefined,
  );
}

const SUSPICIOUS_BY_ID = sql`${signatures.id} = any (array(select signature_id from cluster_signatures))`;

export const STATES: Record<SignatureState, SQL> = {
  suspicious: sql`${signatures.id} in (select signature_id from cluster_signatures)`,
  quarantined: sql`quarantined_at is not null`,
  "name-on-hold": sql`name_hidden_at is not null and name_check = 'held'`,
  "name-hidden": sql`name_hidden_at is not null and name_check is null`,
};

function searched(search: Search): SQL | undefined {
  switch (search.kind) {
    case "all":
    case "time":
      return undefined;
    case "text":
      return sql`${signatures.searchText} like '%' || ${literally(sql`fold_for_search(${search.text}::text)`)} || '%'`;
    case "origin":
      return and(
        isNotNull(signatures.ipAddress),
        sql`${signatures.ipAddress} like ${beginningOf(search.network)}`,
        // `<<=` would check each row again.
        sql`origin_of(${signatures.ipAddress}) between host(network(${search.network}::inet))::inet
          and host(broadcast(${search.network}::inet))::inet`,
      );
  }
}

/** The beginning of all addresses of a network: parsing each address is expensive. */
function beginningOf(network: string): string {
  const [address = "", bits = "32"] = network.split("/");
  if (address.includes(":")) return "%:%";
  const numbers = address.split(".").slice(0, Math.floor(Number(bits) / 8));
  return numbers.length === 4 ? address : [...numbers, "%"].join(".");
}

/** After folding, which can make a percent sign of a wide one. */
function literally(text: SQL): SQL {
  return sql`replace(replace(replace(${text}, '\\', '\\\\'), '%', '\\%'), '_', '\\_')`;
}
