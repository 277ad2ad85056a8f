/** What pages may ask: calls in the process while they are rendered, the same over HTTP in the browser. */
import type { Collection } from "./collection.ts";
import type { Confirmation } from "./confirmation.ts";
import type { Consent } from "./consent.ts";
import type { Discovery } from "./discovery.ts";
import type { OpenData } from "./open-data.ts";
import type { Personal } from "./personal.ts";
import type { Signing } from "./signing.ts";
import type { Supporters } from "./supporters.ts";
import type { TransparencyCalls } from "./transparency.ts";
import type { Withdrawal } from "./withdrawal.ts";

export type Petition = Supporters &
  Collection &
  Signing &
  Confirmation &
  Withdrawal &
  Personal &
  Consent &
  Discovery &
  OpenData &
  TransparencyCalls;
