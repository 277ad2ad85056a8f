import { type SQL, sql } from "drizzle-orm";

export type NetworkOf = (origin: SQL) => SQL;

export const ONE: NetworkOf = (origin) => masked(origin, 32, 64);
export const WIDE: NetworkOf = (origin) => masked(origin, 24, 48);

function masked(origin: SQL, ipv4: number, ipv6: number): SQL {
  return sql`network(set_masklen(${origin}, case family(${origin}) when 4 then ${sql.raw(`${ipv4}`)} else ${sql.raw(`${ipv6}`)} end))::inet`;
}
