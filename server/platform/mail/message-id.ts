/** The row's id, hidden under a MAC that is both proof and nonce (as in RFC 5297). */
import { bytesOfUuid, type Crypto, isSame, uuidFrom } from "../crypto/crypto.ts";

const MAC = 16;
const ID = 16;
const ENTRY = 4;
const NAME = new RegExp(`^\\s*<?([0-9a-f]{${2 * (MAC + ID + ENTRY)}})@[^\\s<>]+>?\\s*$`, "i");

export function messageName(crypto: Crypto, subjectId: string, entryId: string): string {
  const about = Buffer.concat([bytesOfUuid(subjectId), bytesOfUuid(entryId).subarray(0, ENTRY)]);
  const mac = crypto.mac("message-id", about).subarray(0, MAC);
  return Buffer.concat([mac, veiled(about, crypto.mac("message-id-veil", mac))]).toString("hex");
}

export function subjectOf(crypto: Crypto, messageId: string): string | null {
  const name = Buffer.from(NAME.exec(messageId)?.[1] ?? "", "hex");
  const [mac, rest] = [name.subarray(0, MAC), name.subarray(MAC)];
  if (rest.length === 0) return null;
  const candidates = crypto.macs("message-id-veil", mac).map((veil) => veiled(rest, veil));
  const about = candidates.find((one) => crypto.macs("message-id", one).some((made) => isSame(made.subarray(0, MAC), mac)));
  return about ? uuidFrom(about) : null;
}

function veiled(bytes: Buffer, veil: Buffer): Buffer {
  return Buffer.from(bytes.map((byte, at) => byte ^ (veil[at] ?? 0)));
}
