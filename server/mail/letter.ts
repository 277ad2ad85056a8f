import type { Translate } from "../../messages/translate.ts";
import { filledIn } from "../settings/filled-in.ts";

export interface Letter {
  subject: string;
  text: string;
  html: string;
  /** The address that the e-mail is about; it stands alone on a line of the text. */
  link: string;
}

export interface Responsible {
  name: string;
  addressLines: string[];
}

/** Who stands behind the e-mail, below all of them. What nobody has filled in is left out: an e-mail goes to people. */
export function footOf(t: Translate, { name, addressLines }: Responsible): string[] {
  const responsible = t("mail.email.responsible", { name: filledIn(name) ?? t("frame.name") });
  return [responsible, ...addressLines.map(filledIn).filter((line) => line !== null)];
}
