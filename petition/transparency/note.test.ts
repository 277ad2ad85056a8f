import { createHash, createPublicKey, verify } from "node:crypto";
import { describe, expect, test } from "vitest";
import { fromBase64, type Sha256, toBase64, toHex, utf8 } from "./bytes.ts";
import { idOfKey, readKey, readNote, readPrivateKey, signaturesBy, writeKey, writeNote, writePrivateKey } from "./note.ts";

const sha256: Sha256 = (bytes) => createHash("sha256").update(bytes).digest();

/** As the packages document them that this format comes from (golang.org/x/mod/sumdb/note). */
const KEY = "PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW";
const PRIVATE_KEY = "PRIVATE+KEY+PeterNeumann+c74f20a3+AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz";
const TEXT = "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n";
const BY_PETER =
  "— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n";
const BY_ENOCH = "— EnochRoot rwz+eBzmZa0SO3NbfRGzPCpDckykFXSdeX+MNtCOXm2/5n2tiOHp+vAF1aGrQ5ovTG01oOTGwnWLox33WWd1RvMc+QQ=\n";
const NOTE = `${TEXT}\n${BY_PETER}${BY_ENOCH}`;

describe("a key", () => {
  test("is read and written as everybody else does", () => {
    const key = readKey(sha256, KEY);
    expect(key).toMatchObject({ name: "PeterNeumann", type: 1 });
    expect(key && toHex(idOfKey(sha256, key))).toBe("c74f20a3");
    expect(key && writeKey(sha256, key)).toBe(KEY);
  });

  test("that is private, too", () => {
    const key = readKey(sha256, KEY);
    const read = readPrivateKey(PRIVATE_KEY);
    expect(read).toMatchObject({ name: "PeterNeumann", id: "c74f20a3", type: 1 });
    expect(key && read && writePrivateKey(sha256, key, read.seed)).toBe(PRIVATE_KEY);
  });

  test.each([
    ...["", "PeterNeumann", KEY.slice(0, -1), `${KEY} `, KEY.replace("c74f20a3", "c74f20a4"), KEY.replace("Peter", "Pieter")],
    ...[KEY.replace("c74f20a3", "C74F20A3"), KEY.replace("+AR", "+BR"), KEY.replace("PeterNeumann", ""), PRIVATE_KEY],
  ])("%j is none", (text) => {
    expect(readKey(sha256, text)).toBeNull();
  });

  test.each(["", KEY, PRIVATE_KEY.slice(0, -1), PRIVATE_KEY.replace("PRIVATE", "SECRET")])("%j is no private one", (text) => {
    expect(readPrivateKey(text)).toBeNull();
  });
});

describe("a signed note", () => {
  test("is read and written as everybody else does, and its signature holds", () => {
    const note = readNote(NOTE);
    const key = readKey(sha256, KEY);
    if (!note || !key) throw new Error("Neither may be null");
    expect(note.text).toBe(TEXT);
    expect(note.signatures.map(({ name }) => name)).toEqual(["PeterNeumann", "EnochRoot"]);
    expect(writeNote(note)).toBe(NOTE);
    const [signature = new Uint8Array(), ...others] = signaturesBy(sha256, note, key);
    expect(others).toEqual([]);
    const x = Buffer.from(key.publicKey).toString("base64url");
    const publicKey = createPublicKey({ key: { kty: "OKP", crv: "Ed25519", x }, format: "jwk" });
    expect(verify(null, utf8(TEXT), publicKey, signature)).toBe(true);
    expect(signaturesBy(sha256, note, { ...key, name: "EnochRoot" })).toEqual([]);
  });

  test("may have empty lines in its text: the last one divides", () => {
    expect(readNote(`One\n\nTwo\n\n${BY_PETER}`)?.text).toBe("One\n\nTwo\n");
  });

  test.each([
    ...["", "\n", TEXT, `${TEXT}\n`, NOTE.slice(0, -1), `${NOTE}\n`, NOTE.replace("—", "-"), NOTE.replace("PeterNeumann ", "")],
    ...[NOTE.replace("PeterNeumann", "Peter+Neumann"), NOTE.replace("x08g", "x08"), `${TEXT}\n— PeterNeumann x08gow==\n`],
    ...[NOTE.replace("If", "If\t"), NOTE.replace("If", "If\u0000"), NOTE.replaceAll("\n", "\r\n")],
  ])("%j is none", (text) => {
    expect(readNote(text)).toBeNull();
  });
});

describe("base 64", () => {
  test.each(["", "f", "fo", "foo", "foob", "fooba", "foobar"])("of %j is as RFC 4648 says", (text) => {
    expect(toBase64(utf8(text))).toBe(Buffer.from(text).toString("base64"));
    expect(fromBase64(toBase64(utf8(text)))).toEqual(utf8(text));
  });

  test.each(["Zg", "Zg=", "Zh==", "Zm9v\n", " Zm9v", "Zm-_", "ü"])("%j is none: there is one way to write it", (text) => {
    expect(fromBase64(text)).toBeNull();
  });
});
