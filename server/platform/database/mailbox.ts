import { and, eq, isNull, or, sql } from "drizzle-orm";
import { normaliseEmail } from "../../../petition/mailbox.ts";
import type { Transaction } from "./open.ts";
import { signatures } from "./schema.ts";

/** The one first that the mailbox counts by. A sketch leads to imported rows, whose address is normalised here. */
export async function idsOfMailbox(tx: Pick<Transaction, "select">, normalisedEmail: string): Promise<string[]> {
  const { id, email, normalisedEmail: normalised } = signatures;
  const isAlike = sql`mailbox_sketch(${email}) collate "C" = mailbox_sketch(${normalisedEmail}::text)`;
  const rows = await tx
    .select({ id, email, normalised })
    .from(signatures)
    .where(or(eq(normalised, normalisedEmail), and(isNull(normalised), isAlike)));
  return rows
    .filter((row) => normalisedOf(row) === normalisedEmail)
    .sort((one, other) => Number(one.normalised === null) - Number(other.normalised === null))
    .map((row) => row.id);
}

export function normalisedOf({ email, normalised }: { email: string; normalised: string | null }): string {
  return normalised ?? normaliseEmail(email);
}
