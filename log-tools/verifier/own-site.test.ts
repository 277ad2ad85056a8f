/** Our own site before our own verifier and witness, with nothing between them but HTTP. */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { ConfirmAnswer } from "../../contract/confirmation.ts";
import type { ReceiptOutcome } from "../../contract/transparency.ts";
import { KEY_TYPES, type NoteKey, readKey } from "../../petition/transparency/note.ts";
import { type House, openHouse } from "../../server/testing/house.ts";
import { anna, bruno, clara, type Person } from "../../server/testing/people.ts";
import { openWitness, type Witness } from "../witness/witness.ts";
import { verifyTools } from "./ed25519.ts";
import { type Found, verifyLog } from "./verify.ts";

describe("The log of our own site", () => {
  const logs = new Map<string, NoteKey[]>();
  let folder: string;
  let house: House;
  let witness: Witness;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "verified-"));
    const place = { host: "127.0.0.1", port: 0, keyFile: join(folder, "key"), name: "witness.example/w" };
    witness = await openWitness({ ...place, logs, seconds: () => Math.floor(Date.now() / 1000) });
    const LOG_WITNESSES = `http://127.0.0.1:${witness.port} ${witness.key}`;
    house = await openHouse("server", { PUBLIC_URL: "https://petition.example", DELETE_BY: "request", LOG_WITNESSES });
    const key = readKey(verifyTools.sha256, (await house.get<string>("/log/key")).body.trim());
    if (key?.type !== KEY_TYPES.log) throw new Error("This is no key of a log");
    logs.set("petition.example/log", [key]);
  });
  afterAll(async () => {
    await house?.close();
    await witness?.close();
    await rm(folder, { recursive: true, force: true });
  });

  async function confirmed(person: Person): Promise<string> {
    await house.sign(person);
    const { body } = await house.confirm(await house.tokenOf(person));
    house.clock.forward(60_000);
    return new URL((body as ConfirmAnswer).personalLink ?? "", house.url).searchParams.get("token") ?? "";
  }

  let now = 0;
  const look = (receiptFile: string | null = null): Promise<Found> =>
    verifyLog(
      { address: house.url, stateFile: join(folder, "state.json"), receiptFile },
      {
        now: () => now,
        async wait(duration) {
          now += duration;
          await house.site.publicLog.run();
        },
        progress: () => ({ at() {}, end() {} }),
      },
    );

  test("is true, before anybody has signed and afterwards, and so is Anna's receipt", async () => {
    expect((await look()).number).toBe(0);
    const token = await confirmed(anna);
    // The number runs ahead of the log: the verifier waits for it.
    expect((await look()).number).toBe(1);
    const { body } = await house.post<ReceiptOutcome>("/api/petition/receipt", { token });
    const receiptFile = join(folder, "receipt.json");
    await writeFile(receiptFile, JSON.stringify("receipt" in body ? body.receipt : body));
    for (const person of [bruno, clara]) await confirmed(person);
    expect((await look(receiptFile)).number).toBe(3);
  });

  test("goes on from what is remembered, also when somebody is gone", async () => {
    await house.post("/api/petition/delete", { email: bruno.email, confirmDeletion: true });
    const { number, recount } = await look(join(folder, "receipt.json"));
    expect({ number, removed: recount.removed }).toEqual({ number: 2, removed: { withdrawn: 1 } });
    await house.restart();
    expect((await look()).number).toBe(2);
  });

  test("is cosigned by the witness", async () => {
    await house.site.publicLog.run();
    const { size } = await look().then(({ head }) => head);
    await expect.poll(async () => (await house.get<string>("/log/checkpoint")).body).toMatch(/\n— witness\.example\/w \S+\n$/);
    const memory = JSON.parse(await readFile(join(folder, "key.heads"), "utf8")) as Record<string, string>;
    expect(memory["petition.example/log"]?.split("\n")[1]).toBe(String(size));
    // Its line is no hindrance.
    expect((await look()).number).toBe(2);
  });
});
