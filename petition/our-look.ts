import { look } from "#campaign/look.ts";
import type { Colours, Look } from "./look.ts";

export const LOOK: Look = look;

export const LIGHT: Colours = LOOK.light;

export const DARK: Colours = { ...LOOK.light, ...LOOK.dark };

export function irisOf({ irisFrom, irisThrough, irisTo }: Colours): [string, string, string] {
  return [irisFrom, irisThrough, irisTo];
}
