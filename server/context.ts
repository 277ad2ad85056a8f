/** What every feature stands on. What features have to tell one another goes through its signals. */
import type { Base } from "./base.ts";
import type { Ending } from "./ending/ending.ts";
import type { Tombstones } from "./erasure/tombstones.ts";

export interface Context extends Base {
  tombstones: Tombstones;
  ending: Ending;
}
