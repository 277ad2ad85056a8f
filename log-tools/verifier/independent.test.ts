/** What our own rules write, others' programs read, and the other way round. */
import { createHash } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { KEY_TYPES, writePrivateKey } from "../../petition/transparency/note.ts";
import { writeReceiptProof } from "../../petition/transparency/receipt.ts";
import { openHouse } from "../../server/testing/house.ts";
import { buildIndependent, hasGo, type Independent } from "../../server/testing/independent/go.ts";
import { anna, bruno, clara } from "../../server/testing/people.ts";
import { added, entriesUpTo, headOf, KEY, ORIGIN, openTestLog, receiptFor } from "../../server/testing/public-log.ts";
import { verifyTools } from "./ed25519.ts";

const isThere = hasGo();
if (!isThere)
  console.warn(
    "NOT TESTED AGAINST GO'S OWN LOGS: no Go is installed; Debian's golang-go and golang-golang-x-mod-dev would bring it.",
  );

const rootIn = (head: string) => head.split("\n")[2] ?? "";

describe.skipIf(!isThere)("An implementation that knows nothing of ours", { timeout: 120_000 }, () => {
  let independent: Independent;
  beforeAll(async () => {
    independent = await buildIndependent();
  }, 180_000);
  afterAll(() => independent?.close());

  test.each([1, 2, 255, 256, 257, 3000, 65_539])("reads our log of %i entries", async (size) => {
    const entries = entriesUpTo(size);
    const log = await openTestLog(entries);
    const older = Math.ceil(size / 3);
    const said = await independent.read(log.address, KEY.written, `${older}:${rootIn(headOf(entries.slice(0, older)))}`);
    await log.close();
    expect(said).toBe(`${size} entries proved\nconsistent with ${older}\n`);
  });

  test("finds our lies", async () => {
    const entries = entriesUpTo(600);
    const older = `600:${rootIn(headOf(entries))}`;
    const forged = await openTestLog([added(9000), ...entries.slice(1)], { checkpoint: headOf(entries) });
    await expect(independent.read(forged.address, KEY.written, older)).rejects.toThrow(/hash|inconsistent|invalid/);
    forged.checkpoint = null;
    await expect(independent.read(forged.address, KEY.written, older)).rejects.toThrow(/tree of 600/);
    forged.checkpoint = headOf(entries).replace("\n600\n", "\n601\n");
    await expect(independent.read(forged.address, KEY.written, older)).rejects.toThrow(/invalid signature/);
    await forged.close();
  });

  test("writes the head that we write, byte for byte", async () => {
    const seed = createHash("sha256").update("the log's").digest();
    const key = { name: ORIGIN, type: KEY_TYPES.log, publicKey: KEY.publicKey };
    const privateKey = writePrivateKey(verifyTools.sha256, key, seed);
    // Of an empty tree, these packages know no root.
    for (const size of [1, 7, 300]) {
      const entries = entriesUpTo(size);
      expect(await independent.write(ORIGIN, privateKey, entries)).toBe(headOf(entries));
    }
  });

  test("proves a receipt in C2SP's form, and none of another entry, head or place", async () => {
    const receipt = await receiptFor(entriesUpTo(300), 9);
    expect(await independent.prove(writeReceiptProof(receipt), KEY.written)).toBe("entry 9 of 300 proved\n");
    for (const change of [{ entry: added(9000) }, { index: 10 }, { checkpoint: headOf(entriesUpTo(301)) }])
      await expect(independent.prove(writeReceiptProof({ ...receipt, ...change }), KEY.written)).rejects.toThrow(/invalid/);
  });

  test("reads the log of a site where Anna, Bruno and Clara have signed", async () => {
    const house = await openHouse("server");
    for (const person of [anna, bruno]) await house.signAndConfirm(person);
    await house.site.publicLog.run();
    const earlier = (await house.get<string>("/log/checkpoint")).body;
    await house.signAndConfirm(clara);
    await house.site.publicLog.run();
    const [key = ""] = (await house.get<string>("/log/key")).body.split("\n");
    const older = `${earlier.split("\n")[1]}:${rootIn(earlier)}`;
    expect(await independent.read(house.url, key, older)).toBe("10 entries proved\nconsistent with 9\n");
    await house.close();
  });
});
