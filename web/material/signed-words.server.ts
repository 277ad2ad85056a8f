import type { Translate } from "../../messages/translate.ts";
import { pageIn, readableAddress } from "../../petition/addresses.ts";
import { AGE_MIN } from "../../petition/consent.ts";
import type { Language } from "../../petition/language.ts";
import { petitionConfig } from "../../petition.config.ts";
import { dayIn } from "../facts/values.server.ts";
import { filledIn, isOpen } from "../filled-in.ts";

export type SignedWords = ReturnType<typeof signedWords>;

/** Digits of the version's hash: enough to find it among the texts of the public log. */
const DIGITS = 12;

/**
 * What a signature sheet says beside the petition's text, with what the GDPR wants said when data is collected (Art. 13). What is
 * not filled in is left out; `address` is null unless all of it is there: without it nobody may collect.
 */
export function signedWords(
  m: Translate,
  { language, publicUrl, version, name }: { language: Language; publicUrl: string; version: string; name: string },
  { organisation, dataProtection: { officer, authority }, handover } = petitionConfig,
) {
  const organisationName = filledIn(organisation.name) ?? name;
  const inFull = [organisation.name, ...organisation.addressLines];
  const reached = [organisationName, ...organisation.addressLines, organisation.email].filter((line) => !isOpen(line));
  const officerReached = officer && (officer.email === null ? officer.addressLines : [officer.email]);
  return {
    version: m("material.paper.text", { version: version.slice(0, DIGITS) }),
    consent: m("material.paper.consent", { age: AGE_MIN, organisation: organisationName }),
    fields: [m("material.paper.name"), m("material.paper.place"), m("material.paper.date"), m("material.paper.signature")],
    serial: m("material.paper.serial"),
    overleaf: m("material.paper.overleaf"),
    back: m("material.paper.back"),
    address: [...inFull, organisation.email].some(isOpen) ? null : inFull,
    missing: m("material.paper.missing"),
    online: m("material.paper.online"),
    once: m("material.paper.once"),
    title: m("material.paper.notice.title"),
    seen: m("material.paper.notice.seen"),
    notice: [
      m("material.paper.notice.who", {
        who: reached.join(", "),
        officer: officerReached && !officerReached.some(isOpen) ? officerReached.join(", ") : "none",
      }),
      m("material.paper.notice.purpose"),
      m("material.paper.notice.kept", { day: isOpen(handover.erasedBy) ? "open" : dayIn(language, handover.erasedBy) }),
      m("material.paper.notice.rights"),
      m("material.paper.notice.complaint", {
        authority: isOpen(authority.name) ? "open" : authority.name,
        address: readableAddress(publicUrl + pageIn(language, "privacy")),
      }),
    ],
  };
}
