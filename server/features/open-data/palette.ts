import type { Colours } from "../../../petition/look.ts";
import { DARK as ALL_DARK, LIGHT as ALL_LIGHT, irisOf } from "../../../petition/our-look.ts";

export const LIGHT = paletteOf(ALL_LIGHT);

export const DARK = paletteOf(ALL_DARK);

function paletteOf(colours: Colours) {
  const { sheet, ink, inkSoft, hand, onHand, line, hair, brass } = colours;
  return { sheet, ink, inkSoft, hand, onHand, line, hair, brass, iris: irisOf(colours) };
}
