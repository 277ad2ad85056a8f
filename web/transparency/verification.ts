/** What is loaded when somebody checks a receipt, and not before. */
import { checkReceipt } from "./check-receipt.ts";
import { nobleTools } from "./noble.ts";
import { Unreadable } from "./tile-reading.ts";
import type { Checked } from "./verdict.ts";

/** Only reads, and only what everybody reads: no cookie goes along. */
export async function checkHere(text: string): Promise<Checked> {
  const checked = await checkReceipt(nobleTools, text, readPublished("default"));
  const isChanged = checked.outcome === "false" && checked.fault === "changed";
  // A tile that the browser has kept may be of a log that a new one has taken the place of.
  return isChanged ? checkReceipt(nobleTools, text, readPublished("reload")) : checked;
}

const readPublished = (tiles: RequestCache) => async (path: string) => {
  const response = await fetch(`/log/${path}`, {
    credentials: "omit",
    cache: path.startsWith("tile/") ? tiles : "no-cache",
  });
  if (response.status === 404) return null;
  if (!response.ok) throw new Unreadable(`${path}: ${response.status}`);
  return new Uint8Array(await response.arrayBuffer());
};
