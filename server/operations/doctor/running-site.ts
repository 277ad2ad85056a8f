/** The site that runs on this machine with these settings, if one does. */

import type { Crypto } from "../../platform/crypto/crypto.ts";
import { localAddress, readAddress } from "../../platform/database/address.ts";
import { holderOfEmbedded } from "../../platform/database/embedded.ts";
import { type Finding, fault, good, unseen } from "./finding.ts";
import { reach } from "./reaching.ts";

export interface RunningSite {
  /** Null where none can be asked. */
  address: string | null;
  finding: Finding;
  holdsDatabase: boolean;
}

interface Place {
  dataFolder: string;
  host: string;
  port: number;
  isEmbedded: boolean;
  /** Null where no key is there yet: then no site has run here. */
  crypto: Crypto | null;
}

export async function findRunningSite(place: Place): Promise<RunningSite> {
  const holder = place.isEmbedded ? await holderOfEmbedded(place.dataFolder) : null;
  const address = place.isEmbedded
    ? holder === null
      ? null
      : await readAddress(place.dataFolder)
    : localAddress(place.host, place.port);
  if (address === null) return notRunning(holder);
  const reached = place.crypto ? await reach(address, place.crypto) : null;
  if (reached?.outcome === "answered")
    return { address, finding: good(`it runs, and answers at ${address}.`), holdsDatabase: holder !== null };
  if (reached?.outcome === "stranger")
    return {
      address: null,
      finding: fault(
        `something answers at ${address} that does not know this installation's SECRET_KEY.`,
        "Start the site again if its key was changed; else run doctor with the site's settings, or give this site another PORT.",
      ),
      holdsDatabase: holder !== null,
    };
  return notRunning(holder);
}

function notRunning(holder: number | null): RunningSite {
  const finding =
    holder === null
      ? good("none runs here; all else is looked at without it.")
      : unseen(
          `process ${holder} uses the embedded database and cannot be asked.`,
          "It is starting, ending or another command. Try again in a moment.",
        );
  return { address: null, finding, holdsDatabase: holder !== null };
}
