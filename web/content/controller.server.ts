/** Who is responsible for the data, and how to reach them (GDPR, Art. 13 (1) (a) and (b)). */
import type { MessageKey } from "../../messages/keys.ts";
import type { Translate } from "../../messages/translate.ts";
import type { PetitionConfig } from "../../petition.config.ts";
import { isOpen } from "../filled-in.ts";
import { isForm, linkTo, shown } from "./contact.server.ts";
import { proseOf } from "./long-texts.server.ts";
import type { Block } from "./prose.ts";

export function addressOf(t: Translate, { organisation }: PetitionConfig): Block {
  const { name, representative, addressLines } = organisation;
  return { kind: "address", lines: [name, representative, ...addressLines].map((line) => shown(line, t("privacy.open"))) };
}

export function reaching(t: Translate, { organisation, dataProtection }: PetitionConfig): Block[] {
  const open = t("privacy.open");
  const { secondContact: contact } = organisation;
  const { officer, authority } = dataProtection;
  const to = (address: string) => (text: string) => linkTo(address, open, text);
  const tags = {
    phone: to(contact),
    form: to(contact),
    authority: () => (isOpen(authority.name) ? { open } : linkTo(authority.url, open, authority.name)),
  };
  const paragraph = (key: MessageKey): Block => ({
    kind: "text",
    text: proseOf(t, key, { contact, name: authority.name }, tags),
  });
  return [
    paragraph(isForm(contact) ? "privacy.controller.form" : "privacy.controller.phone"),
    ...officerIn(),
    paragraph("privacy.controller.authority"),
  ];

  function officerIn(): Block[] {
    if (!officer) return [];
    const lines = officer.addressLines.map((line) => shown(line, open));
    const email = officer.email === null ? [] : [[linkTo(officer.email, open)]];
    return [paragraph("privacy.controller.officer"), { kind: "address", lines: [...lines, ...email] }];
  }
}
