import { createHash } from "node:crypto";
import { describe, expect, test } from "vitest";
import { fromBase64, type Sha256, toBase64 } from "./bytes.ts";
import {
  cosignedText,
  KEY_TYPES,
  readCheckpoint,
  readCosignature,
  readNote,
  signaturesBy,
  writeCheckpoint,
  writeCosignature,
} from "./note.ts";

const sha256: Sha256 = (bytes) => createHash("sha256").update(bytes).digest();

/** The example of C2SP's tlog-checkpoint and tlog-cosignature. */
const ROOT = "CsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=";
const TEXT = `example.com/behind-the-sofa\n20852163\n${ROOT}\n`;
const NOTE = `${TEXT}
— example.com/behind-the-sofa Az3grlgtzPICa5OS8npVmf1Myq/5IZniMp+ZJurmRDeOoRDe4URYN7u5/Zhcyv2q1gGzGku9nTo+zyWE+xeMcTOAYQ8=
— witness.example.com/w1 jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJsX3b2oyin1nPZqhf5nNo0xUe+mbIUBkBIfZ+qnA==
`;

describe("a checkpoint", () => {
  test("is read and written as the format's example is", () => {
    const head = readCheckpoint(readNote(NOTE)?.text ?? "");
    expect(head).toMatchObject({ origin: "example.com/behind-the-sofa", size: 20_852_163 });
    expect(head && toBase64(head.root)).toBe(ROOT);
    expect(head && writeCheckpoint(head)).toBe(TEXT);
  });

  test("may be empty, and may say more than we know", () => {
    expect(readCheckpoint(`petition.example/log\n0\n${ROOT}\n`)?.size).toBe(0);
    expect(readCheckpoint(`${TEXT}more\n`)?.size).toBe(20_852_163);
  });

  test.each([
    ...["", TEXT.slice(0, -1), TEXT.replace("208", "0208"), TEXT.replace("208", "+208"), TEXT.replace("208", "2e8")],
    ...[TEXT.replace("208", "208 "), TEXT.replace("20852163", ""), TEXT.replace("20852163", "99999999999999999999")],
    ...[TEXT.replace("CsUY", ""), TEXT.replace("=", ""), `\n${TEXT}`, TEXT.replace("example.com/behind-the-sofa", "")],
  ])("%j is none", (text) => {
    expect(readCheckpoint(text)).toBeNull();
  });
});

describe("a cosignature", () => {
  test("is read and written as in the format's example", () => {
    const note = readNote(NOTE);
    const [bytes = new Uint8Array()] =
      note?.signatures.filter(({ name }) => name === "witness.example.com/w1").map(({ signature }) => signature) ?? [];
    const read = readCosignature(bytes);
    expect(read?.seconds).toBe(1_679_315_147);
    expect(read && writeCosignature(read.seconds, read.signature)).toEqual(bytes);
    const key = { name: "witness.example.com/w1", type: KEY_TYPES.witness, publicKey: new Uint8Array(32) };
    expect(note && signaturesBy(sha256, note, key)).toEqual([]);
  });

  test("signs the time before the head", () => {
    const signed = new TextDecoder().decode(cosignedText(TEXT, 1_679_315_147));
    expect(signed).toBe(`cosignature/v1\ntime 1679315147\n${TEXT}`);
  });

  test("of another length is none", () => {
    expect(readCosignature(new Uint8Array(71))).toBeNull();
    expect(readCosignature(fromBase64("") ?? new Uint8Array())).toBeNull();
  });
});
