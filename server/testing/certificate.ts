/** A certificate that signs itself, for names and days that a test wants (RFC 5280). Node.js can read one and make none. */
import { generateKeyPairSync, randomUUID, sign } from "node:crypto";
import { isIPv4 } from "node:net";

export interface Certificate {
  key: string;
  cert: string;
}

const SEQUENCE = 0x30;
const OID = { signature: "06082a8648ce3d040302", commonName: "0603550403", alternatives: "0603551d11" };
const DAY = 24 * 60 * 60_000;

/** `days`: from now until its end, and an hour more, so that as many whole ones are left when it is read; negative for one that has ended. */
export function makeCertificate(names: string[], { days = 90 } = {}): Certificate {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const algorithm = der(SEQUENCE, hex(OID.signature));
  // Of several that are trusted in one process and share a name, OpenSSL takes the first it finds for the one that was shown, and refuses it.
  const name = der(SEQUENCE, der(0x31, der(SEQUENCE, hex(OID.commonName), der(0x0c, Buffer.from(randomUUID())))));
  const now = Date.now();
  const validity = der(SEQUENCE, time(new Date(now - 100 * DAY)), time(new Date(now + days * DAY + 60 * 60_000)));
  const alternatives = der(SEQUENCE, ...names.map(alternative));
  const extensions = der(0xa3, der(SEQUENCE, der(SEQUENCE, hex(OID.alternatives), der(0x04, alternatives))));
  const content = der(
    SEQUENCE,
    der(0xa0, der(0x02, Buffer.from([2]))),
    der(0x02, Buffer.from([1])),
    algorithm,
    name,
    validity,
    name,
    publicKey.export({ type: "spki", format: "der" }),
    extensions,
  );
  const signed = der(SEQUENCE, content, algorithm, der(0x03, Buffer.from([0]), sign("sha256", content, privateKey)));
  return {
    key: privateKey.export({ type: "pkcs8", format: "pem" }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${signed.toString("base64").replace(/.{64}/g, "$&\n")}\n-----END CERTIFICATE-----\n`,
  };
}

function der(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  const { length } = content;
  const size = length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}

function alternative(name: string): Buffer {
  return isIPv4(name) ? der(0x87, Buffer.from(name.split(".").map(Number))) : der(0x82, Buffer.from(name));
}

function time(moment: Date): Buffer {
  return der(0x18, Buffer.from(`${moment.toISOString().slice(0, 19).replace(/[-:T]/g, "")}Z`));
}

function hex(text: string): Buffer {
  return Buffer.from(text, "hex");
}
