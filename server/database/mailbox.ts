/** Finding the signatures of a mailbox, of imported rows too whose folded address has not been filled in yet. */
import { and, eq, isNull, or, sql } from "drizzle-orm";
import { foldAddress } from "../../petition/mailbox.ts";
import type { Transaction } from "./open.ts";
import { signatures } from "./schema.ts";

/**
 * Their ids, the one first that the mailbox counts by. `foldedEmail` comes from `foldAddress`. While an import is being completed, and for
 * further spellings that it brought, an index of sketches (`mailbox_sketch`) leads to the few rows whose address is then folded here.
 */
export async function idsOfMailbox(tx: Pick<Transaction, "select">, foldedEmail: string): Promise<string[]> {
  const { id, email, foldedEmail: folded } = signatures;
  const isAlike = sql`mailbox_sketch(${email}) = mailbox_sketch(${foldedEmail}::text)`;
  const rows = await tx
    .select({ id, email, folded })
    .from(signatures)
    .where(or(eq(folded, foldedEmail), and(isNull(folded), isAlike)));
  return rows
    .filter((row) => (row.folded ?? foldAddress(row.email)) === foldedEmail)
    .sort((one, other) => Number(one.folded === null) - Number(other.folded === null))
    .map((row) => row.id);
}
