/**
 * What the pages may ask of the server, feature by feature. While a page is rendered on the server these are calls in the process; in the
 * browser the same answers come over HTTP.
 */
import type { Collection } from "./collection.ts";
import type { Confirmation } from "./confirmation.ts";
import type { Consent } from "./consent.ts";
import type { Personal } from "./personal.ts";
import type { Signing } from "./signing.ts";
import type { Supporters } from "./supporters.ts";
import type { Withdrawal } from "./withdrawal.ts";

/** Handed to a page's loader and action by React Router's context. */
export type Petition = Supporters & Collection & Signing & Confirmation & Withdrawal & Personal & Consent;
