import type { ComponentType } from "react";
import type { AdminStats } from "../../contract/administration/signatures.ts";
import type { Ask } from "./ask.ts";

/** What the right key opens: the administration's own script, its first figures, and calls that carry the key. */
export interface Opened {
  Administration: ComponentType<Entrance>;
  ask: Ask;
  stats: AdminStats;
}

export interface Entrance {
  ask: Ask;
  given: AdminStats;
  /** Back to the login, with the reason if there is one. */
  onLeave(reason: string | null): void;
}
