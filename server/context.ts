import type { Ending } from "./ledger/ending/ending.ts";
import type { Tombstones } from "./ledger/erasure/tombstones.ts";
import type { Base } from "./platform/base.ts";

export interface Context extends Base {
  tombstones: Tombstones;
  ending: Ending;
}
