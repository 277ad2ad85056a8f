import type { PersonalLinkOutcome } from "../../contract/personal.ts";
import type { Petition } from "../../contract/petition.ts";
import type { Visitor } from "../../contract/visitor.ts";

/** `asked`: what the field holds when the page comes back; empty once it was accepted. */
export type LinkPageAnswer = PersonalLinkOutcome & { asked: string };

export const STATUS_OF_LINK = { accepted: 200, refused: 400, "too-many-attempts": 429, unavailable: 503 } as const;

interface Tools {
  petition: Pick<Petition, "sendPersonalLink">;
  visitor: Visitor;
}

export async function askForLink({ petition, visitor }: Tools, form: FormData): Promise<LinkPageAnswer> {
  const email = String(form.get("email") ?? "");
  const outcome = await petition.sendPersonalLink({ email, locale: visitor.language }, visitor);
  return { ...outcome, asked: outcome.outcome === "accepted" ? "" : email };
}
