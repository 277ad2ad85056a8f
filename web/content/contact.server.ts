/** Settings of `petition.config.ts` as they are shown: an open one must not look like a fact. */
import { PLACEHOLDER } from "../../petition.config.ts";
import { isOpen } from "../filled-in.ts";
import type { Prose, ProsePart } from "./prose.ts";

/** `open`: what stands in the place of a placeholder. */
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
