import type { SignedAs } from "../../../contract/confirmation.ts";
import { isExpired } from "../../../petition/confirmation.ts";
import type { Milliseconds } from "../../../petition/duration.ts";
import { type NameStanding, standingOfName } from "../../../petition/held-names.ts";
import type { Visibility } from "../../../petition/signing.ts";
import { type PublicNames, publicName } from "../../../petition/supporters.ts";
import type { Context } from "../../context.ts";
import { readToken } from "../../platform/crypto/links.ts";
import { withinDeadline } from "../../platform/database/deadline.ts";
import { pendingOfLink, signatureOfAddress } from "./store.ts";

type Tools = Pick<Context, "db" | "clock" | "crypto" | "configuration">;

const PATIENCE: Milliseconds = 2_000;

/** What the link would count now; null if it would count nothing. Throws if that takes too long. */
export async function signedAsBehind({ db, clock, crypto, configuration }: Tools, token: string): Promise<SignedAs | null> {
  const link = readToken(crypto, token);
  const now = clock.now();
  if (link === null || isExpired(link.expiresAt, now)) return null;
  const asked = db.transaction(async (tx) => {
    const pending = await pendingOfLink(tx, link.hash);
    const counted = await signatureOfAddress(tx, pending?.normalisedEmail ?? "");
    if (!pending || counted !== null) return null;
    return signedAs({ ...pending, ...standingOfName(pending, now) }, configuration.publicNames);
  });
  return withinDeadline(asked, PATIENCE);
}

export function signedAs(
  { fullName, visibility, nameHiddenAt, nameCheck }: NameStanding & { fullName: string; visibility: Visibility },
  publicNames: PublicNames,
): SignedAs {
  const isListed = visibility === "public" && nameHiddenAt === null;
  return { fullName, listedAs: isListed ? publicName(fullName, publicNames) : null, onHold: nameCheck === "held" };
}
