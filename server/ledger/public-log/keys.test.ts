/** Keys of the log change as its operator is told (docs/operating/every-day.md, "The public log"): nobody who knows one is lost on the way. */
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { ConfirmAnswer } from "../../../contract/confirmation.ts";
import type { ReceiptOutcome } from "../../../contract/transparency.ts";
import { verifyReceipt } from "../../../petition/transparency/receipt.ts";
import { sha256Bytes } from "../../platform/crypto/crypto.ts";
import { makeSigningKey, readSigningKey, verifierKeyOf, verifySignature } from "../../platform/crypto/log-keys.ts";
import { createServerDatabase } from "../../testing/databases.ts";
import { type House, openHouse } from "../../testing/house.ts";
import { readLog } from "../../testing/log-reader.ts";
import { anna, bruno } from "../../testing/people.ts";

const [OLD, NEW, OTHER] = Array.from({ length: 3 }, () => makeSigningKey("petition.example/log"));
const nameOf = (key = "") => {
  const read = readSigningKey(key);
  return read ? verifierKeyOf("petition.example/log", read) : "";
};

describe("The log's key", () => {
  test("changes: the same head is signed by both, receipts are good all along, and another key serves without signing", async () => {
    const dataFolder = await mkdtemp(join(tmpdir(), "petition-test-"));
    const database = await createServerDatabase();
    const on = { databaseUrl: database.url, dataFolder };
    const settings = { PUBLIC_URL: "https://petition.example", SECRET_KEY: "the-secret-key-of-these-tests" };
    const opened = async (LOG_KEY: string | undefined, act: (house: House) => Promise<unknown>) => {
      const house = await openHouse("server", { ...settings, LOG_KEY: LOG_KEY ?? "" }, { on });
      await act(house).finally(() => house.close());
    };
    let token = "";
    const faultOfReceipt = async (house: House) => {
      const { body } = await house.post<ReceiptOutcome>("/api/petition/receipt", { token });
      if (body.outcome !== "receipt") throw new Error(body.outcome);
      const { keys } = await readLog(house.url);
      return (await verifyReceipt({ sha256: sha256Bytes, verifySignature }, body.receipt, keys)).fault;
    };
    try {
      await opened(OLD, async (house) => {
        await house.sign(anna);
        const { body } = await house.confirm(await house.tokenOf(anna));
        token = new URL((body as ConfirmAnswer).personalLink ?? "", house.url).searchParams.get("token") ?? "";
        await house.site.publicLog.run();
        expect((await readLog(house.url)).keys).toEqual([nameOf(OLD)]);
        expect(await faultOfReceipt(house)).toBeNull();
      });
      await opened(`${NEW},${OLD}`, async (house) => {
        const { note, keys, count } = await readLog(house.url);
        expect([keys, count]).toEqual([[nameOf(NEW), nameOf(OLD)], 1]);
        expect(note.signatures).toHaveLength(2);
        expect(await faultOfReceipt(house)).toBeNull();
      });
      await opened(NEW, async (house) => {
        expect((await readLog(house.url)).note.signatures).toHaveLength(2);
        await house.signAndConfirm(bruno);
        await house.site.publicLog.run();
        const { note, keys, count } = await readLog(house.url);
        expect([keys, count, note.signatures.length]).toEqual([[nameOf(NEW), nameOf(OLD)], 2, 1]);
        expect(await faultOfReceipt(house)).toBeNull();
      });
      await opened(OTHER, async (house) => {
        expect(house.site.publicLog.fault()).toBe("another-key");
        await house.site.publicLog.run();
        expect((await readLog(house.url)).count).toBe(2);
        expect(await faultOfReceipt(house)).toBeNull();
      });
    } finally {
      await database.drop();
      await rm(dataFolder, { recursive: true });
    }
  });
});
