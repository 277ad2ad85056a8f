import type { Language } from "../../petition/language.ts";
import { emsOf } from "../../petition/lettering.ts";

/** So many ems have room in the size that the style sheets give to all, and in the larger ones that they give to some. */
const ROOM: Record<"slogan" | "till", { usual: number } & Partial<Record<Language, number>>> = {
  slogan: { usual: 5.75, de: 3.9, en: 2.5, pl: 4.7, nl: 4.85 },
  till: { usual: 8.2, de: 5, en: 6.3, pl: 6.3, nl: 6.3 },
};
const MOST = 16;

/** A class that makes the letters small enough for a longer line, or null. */
export function sloganSize(of: keyof typeof ROOM, lines: string[], language: Language): string | null {
  const ems = Math.max(...lines.map(emsOf));
  return ems <= (ROOM[of][language] ?? ROOM[of].usual) ? null : `ems ems-${Math.min(MOST, Math.ceil(ems))}`;
}
