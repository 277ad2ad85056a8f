import { createHmac } from "node:crypto";
import type { Secrets } from "../../platform/config/secrets.ts";
import type { Head } from "./layout.ts";

type Keys = Pick<Secrets, "secretKeys" | "logKeys">;

/** Tells keys apart, and what they are no better than the keyed hashes do that the tables hold anyway. */
export function printsOf({ secretKeys, logKeys }: Keys): Head["prints"] {
  return {
    secret: secretKeys.map(printOf),
    log: logKeys.map(({ publicKey }) => Buffer.from(publicKey).toString("hex")),
  };
}

function printOf(key: string): string {
  return createHmac("sha256", key).update("petition-backup").digest("hex").slice(0, 16);
}
