import type { SignedAs } from "../../contract/confirmation.ts";
import { isExpired, mendToken } from "../../petition/confirmation.ts";
import { type NameStanding, standingOfName } from "../../petition/held-names.ts";
import type { Visibility } from "../../petition/signing.ts";
import { type PublicNames, publicName } from "../../petition/supporters.ts";
import type { Context } from "../context.ts";
import { sha256 } from "../crypto/crypto.ts";
import { readToken } from "../crypto/links.ts";
import { pendingOfLink, signatureOfAddress } from "./store.ts";

type Tools = Pick<Context, "db" | "clock" | "crypto" | "configuration">;

/** What the link would count now; null where it would count nothing. Changes nothing, and asks the same of the database for every token. */
export async function signedAsBehind({ db, clock, crypto, configuration }: Tools, token: string): Promise<SignedAs | null> {
  const mended = mendToken(token);
  const link = readToken(crypto, mended);
  const now = clock.now();
  return db.transaction(async (tx) => {
    const pending = await pendingOfLink(tx, link?.hash ?? sha256(mended));
    const counted = await signatureOfAddress(tx, pending?.normalisedEmail ?? "");
    if (!pending || !link || isExpired(link.expiresAt, now) || counted !== null) return null;
    return signedAs({ ...pending, ...standingOfName(pending, now) }, configuration.publicNames);
  });
}

export function signedAs(
  { fullName, visibility, nameHiddenAt, nameCheck }: NameStanding & { fullName: string; visibility: Visibility },
  publicNames: PublicNames,
): SignedAs {
  const isListed = visibility === "public" && nameHiddenAt === null;
  return { fullName, listedAs: isListed ? publicName(fullName, publicNames) : null, onHold: nameCheck === "held" };
}
