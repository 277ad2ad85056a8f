import type { MessageKey } from "../../messages/keys.ts";
import { dateIn, localeOf, type Translate, type Values } from "../../messages/translate.ts";
import { DEFAULT_LANGUAGE, type Language } from "../../petition/language.ts";
import { PLACEHOLDER } from "../../petition.config.ts";
import { isOpen } from "../filled-in.ts";
import { translatorsOf } from "../translators.server.ts";
import type { Prose, ProsePart } from "./prose.ts";

export const longTranslatorFor = translatorsOf(
  import.meta.glob("../../messages/*/{accessibility,legal,privacy}.json", { eager: true, import: "default" }),
  import.meta.glob("#campaign/messages/*/{accessibility,legal,privacy}.json", { eager: true, import: "default" }),
);

type ProseTags = Record<string, (text: string) => ProsePart>;

export function proseOf(t: Translate, key: MessageKey, values: Values = {}, tags: ProseTags = {}): Prose {
  const filled: Record<string, string | number | ((chunks: (string | ProsePart)[]) => ProsePart)> = { ...values };
  for (const [name, tag] of Object.entries(tags)) filled[name] = (chunks) => tag(chunks.join(""));
  const rich = t.rich<ProsePart>(key, filled);
  return Array.isArray(rich) ? rich : [rich];
}

export function dayIn(language: Language, day: string): string {
  return dateIn(language, day, { dateStyle: "long", timeZone: "UTC" });
}

/** What the language whose version holds is called in `language`. */
export function authoritativeIn(language: Language): string {
  return new Intl.DisplayNames(localeOf(language), { type: "language" }).of(DEFAULT_LANGUAGE) ?? DEFAULT_LANGUAGE;
}

/** A setting of `petition.config.ts`, which must not look like a fact while it is open. `open`: what is shown for a placeholder. */
export function shown(setting: string, open: string): Prose {
  const parts = setting.split(PLACEHOLDER).flatMap((part): ProsePart[] => [{ open }, part]);
  return parts.slice(1).filter((part) => part !== "");
}

export function linkTo(address: string, open: string, text: string = address): ProsePart {
  if (address.includes(PLACEHOLDER)) return { open };
  if (isOpen(address)) return { open: text };
  if (isForm(address)) return { href: address, text };
  if (address.includes("@")) return { href: `mailto:${address}`, text };
  return { href: `tel:${address.replace(/[^+\d]/g, "")}`, text: text.replaceAll(" ", "\u00a0") };
}

/** The second way of contact is a form, or else a telephone. */
export function isForm(contact: string): boolean {
  return contact.startsWith("https://");
}
