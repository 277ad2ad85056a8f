/** Finding the signatures of a mailbox, of imported rows too whose normalised address has not been filled in yet. */
import { and, eq, isNull, or, sql } from "drizzle-orm";
import { normaliseEmail } from "../../petition/mailbox.ts";
import type { Transaction } from "./open.ts";
import { signatures } from "./schema.ts";

/**
 * Their ids, the one first that the mailbox counts by. `normalisedEmail` comes from `normaliseEmail`. While an import is being completed, and for
 * further spellings that it brought, an index of sketches (`mailbox_sketch`) leads to the few rows whose address is then normalised here.
 */
export async function idsOfMailbox(tx: Pick<Transaction, "select">, normalisedEmail: string): Promise<string[]> {
  const { id, email, normalisedEmail: normalised } = signatures;
  const isAlike = sql`mailbox_sketch(${email}) = mailbox_sketch(${normalisedEmail}::text)`;
  const rows = await tx
    .select({ id, email, normalised })
    .from(signatures)
    .where(or(eq(normalised, normalisedEmail), and(isNull(normalised), isAlike)));
  return rows
    .filter((row) => (row.normalised ?? normaliseEmail(row.email)) === normalisedEmail)
    .sort((one, other) => Number(one.normalised === null) - Number(other.normalised === null))
    .map((row) => row.id);
}
