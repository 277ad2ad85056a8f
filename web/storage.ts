/** A browser may forbid its storage altogether: reading one throws then, too. */
import { orElse, succeeds } from "../petition/or-else.ts";

type Area = "localStorage" | "sessionStorage";

export function readStored(area: Area, key: string): string | null {
  return orElse(() => window[area].getItem(key), null);
}

export function store(area: Area, key: string, value: string): boolean {
  return succeeds(() => window[area].setItem(key, value));
}

export function removeStored(area: Area, key: string): void {
  succeeds(() => window[area].removeItem(key));
}
