import { createHash } from "node:crypto";
import { once } from "node:events";
import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { Decrypter, generateX25519Identity, identityToRecipient } from "age-encryption";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { verifyTools } from "../../log-tools/verifier/ed25519.ts";
import {
  checkFolder,
  EXAMPLE,
  type Folder,
  MANIFEST,
  NOTE,
  noteTextOf,
  writeManifest,
} from "../../petition/transparency/handover.ts";
import { readNote } from "../../petition/transparency/note.ts";
import type { Numbers } from "../../petition/transparency/numbers.ts";
import { readReceipt } from "../../petition/transparency/receipt.ts";
import { readTlogProof, type TlogProof, writeTlogProof } from "../../petition/transparency/tlog-proof.ts";
import { openDraft } from "../operations/handover/draft.ts";
import { makeSigningKey, signingKeyFrom, signNote, verifierKeyOf } from "../platform/crypto/log-keys.ts";
import { runCommand } from "../testing/command.ts";
import { copyOfTemplate } from "../testing/databases.ts";
import { type House, openHouse } from "../testing/house.ts";
import { buildIndependent, hasGo } from "../testing/independent/go.ts";
import { anna, bruno, clara } from "../testing/people.ts";
import { startServer } from "../testing/process.ts";
import { mayMount, openSmallDisk } from "../testing/small-disk.ts";

const hasDisk = await mayMount();

const FIGURES = { valid: 312, invalid: { double: 4, unreadable: 2, unsigned: 1, other: 0 } };

describe("A petition with two signatures online, one withdrawn and 312 on paper", () => {
  let house: House;
  let folder: string;
  let made: string;
  let settings: Record<string, string | undefined>;
  const run = (args: string[], typed = "", more = {}) => runCommand(["handover", ...args], { ...settings, ...more }, typed);

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), "handover-"));
    made = join(folder, "made");
    house = await openHouse("server", { PUBLIC_URL: "https://petition.example", DELETE_BY: "request" });
    for (const person of [anna, bruno, clara]) await house.signAndConfirm(person);
    const key = (await readFile(join(house.dataFolder, "admin-key"), "utf8")).trim();
    const bearer = { authorization: `Bearer ${key}` };
    const [{ id = "" } = {}] = await house.rows<{ id: string }>(`select id from signatures where email = '${clara.email}'`);
    await fetch(`${house.url}/api/admin/signatures/${id}`, { method: "DELETE", headers: bearer });
    const batch = { receivedOn: "2026-11-21", deliveredBy: "Dora", ...FIGURES };
    await house.post("/api/admin/paper", batch, bearer);
    house.clock.forward(10 * 60_000);
    await house.post("/api/admin/paper/1/counts", FIGURES, bearer);
    await house.site.publicLog.run();
    settings = {
      DATA_DIR: house.dataFolder,
      DATABASE_URL: house.databaseUrl,
      PUBLIC_URL: "https://petition.example",
      INIT_CWD: folder,
    };
    expect(await run(["--into", "made"])).toMatchObject({ code: 0, stdout: `${made}\n` });
  });
  afterAll(async () => {
    await house?.close();
    await rm(folder, { recursive: true, force: true });
  });

  const pathsOf = async (place: string) =>
    (await readdir(place, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => relative(place, join(entry.parentPath, entry.name)))
      .sort();
  const read = (path: string) => readFile(join(made, path));
  const numbers = async () => JSON.parse(String(await read("numbers.json"))) as Numbers;

  test("is handed over as these files, and nothing is left beside them", async () => {
    const [head, tiles] = [await readFile(join(made, "log/checkpoint"), "utf8"), "000.p"];
    const size = head.split("\n")[1];
    expect(await pathsOf(made)).toEqual(
      [
        ...["check.html", "letter.pdf", "report.pdf", "numbers.csv", "numbers.json", "receipt.tlog-proof", MANIFEST, NOTE],
        ...["log/checkpoint", "log/key", `log/tile/0/${tiles}/${size}`, `log/tile/entries/${tiles}/${size}`],
        ...["de", "en", "es", "fr", "it", "nl", "pl"].map((language) => `texts/${language}.txt`),
      ].sort(),
    );
    expect(await readdir(folder)).toEqual(["made"]);
    expect(head).toBe((await house.get<string>("/log/checkpoint")).body);
  });

  test("both numbers stand apart, in all, by day and by class, and those of the log", async () => {
    expect(await numbers()).toMatchObject({
      ...{ origin: "petition.example/log", signatureCount: 2, paperCount: 312 },
      ...{ added: { confirmed: 3 }, removed: { deleted: 1 }, paper: { counted: 312 } },
      days: [
        {
          day: "2026-11-21",
          added: { confirmed: 3 },
          removed: { deleted: 1 },
          paper: { counted: 312 },
          signatureCount: 2,
          paperCount: 312,
        },
      ],
      // Three in one language could be guessed.
      languages: [],
    });
    const csv = String(await read("numbers.csv"));
    for (const line of ["total,,online,2", "total,,paper,312", "day,2026-11-21,deleted,1", "day,2026-11-21,paper-counted,312"])
      expect(csv).toContain(`\r\n${line}\r\n`);
  });

  test("each text is the one whose hash the log names; the example is about a text alone", async () => {
    for (const { file, hash } of (await numbers()).texts)
      expect(
        createHash("sha256")
          .update(await read(file))
          .digest("hex"),
      ).toBe(hash);
    const example = String(await read("receipt.tlog-proof"));
    expect(readReceipt(example)).toBeNull();
    expect(Buffer.from(/^extra (.+)$/m.exec(example)?.[1] ?? "", "base64").toString()).toContain(
      String.raw`{\"kind\":\"text\",\"language\":\"de\"`,
    );
  });

  test("no name and no address of anybody is in it, nor in its letter and its report", async () => {
    for (const path of await pathsOf(made))
      for (const { fullName, email } of [anna, bruno, clara]) {
        expect((await read(path)).includes(fullName), path).toBe(false);
        expect((await read(path)).includes(email), path).toBe(false);
      }
  });

  test("letter and report are tagged, say their language, and have their fonts within", async () => {
    for (const path of ["letter.pdf", "report.pdf"]) {
      const pdf = (await read(path)).toString("latin1");
      for (const part of ["/Marked true", "/StructTreeRoot", "/Lang (de)", "/FontFile2", "/ToUnicode", "/DisplayDocTitle true"])
        expect(pdf, path).toContain(part);
    }
  });

  test("its check page asks for nothing: no address, no request that its policy would let through", async () => {
    const page = String(await read("check.html"));
    expect(page).toContain("default-src 'none'");
    expect(page).not.toMatch(/(src|href|action)=|fetch\(|url\(/);
  });

  test("the command finds it whole, and says which key to compare", async () => {
    const { code, stdout } = await runCommand(["handover", "--check", made], {});
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringMatching(
        /^All 19 files \([\d,]+ bytes\) are as they were handed over: 2 signatures online and 312 on paper, by 12 entries\. Compare the key: petition\.example\/log\+/,
      ),
    });
  });

  async function inMemory(): Promise<Map<string, Uint8Array>> {
    const paths = await pathsOf(made);
    return new Map(await Promise.all(paths.map(async (path) => [path, Uint8Array.from(await read(path))] as const)));
  }
  const checked = (files: Map<string, Uint8Array>) => {
    const held: Folder = { paths: [...files.keys()], read: async (path) => files.get(path) ?? new Uint8Array() };
    return checkFolder({ ...verifyTools, progress() {} }, held);
  };
  const findings = async (files: Map<string, Uint8Array>) => (await checked(files)).findings;

  test("200 changes of single bytes: 200 noticed, each by the name of its file", async () => {
    const files = await inMemory();
    expect(await findings(files)).toEqual([]);
    const random = randomFrom(35);
    const paths = [...files.keys()];
    for (let change = 0; change < 200; change += 1) {
      // Each file in turn: most bytes are those of the papers.
      const path = paths[change % paths.length] ?? "";
      const bytes = files.get(path) ?? new Uint8Array();
      const at = random(bytes.length);
      const altered = Uint8Array.from(bytes);
      altered[at] = ((bytes[at] ?? 0) + 1 + random(255)) % 256;
      const found = await findings(new Map(files).set(path, altered));
      expect(
        found.map((finding) => finding.path),
        `byte ${at} of ${path}`,
      ).toContain(path === "log/key" ? NOTE : path);
    }
  });

  test("every byte of the note, in each way, cut off and written on", async () => {
    const files = await inMemory();
    const note = files.get(NOTE) ?? new Uint8Array();
    for (let at = 0; at < note.length; at += 1)
      for (const by of [1, 32, 128]) {
        const altered = Uint8Array.from(note);
        altered[at] = (altered[at] ?? 0) ^ by;
        expect(await findings(new Map(files).set(NOTE, altered)), `byte ${at}`).not.toEqual([]);
      }
    const foreign = `— another.example/log ${Buffer.alloc(68, 1).toString("base64")}\n`;
    const text = Buffer.from(note).toString();
    for (const other of [text.slice(0, -1), `${text}\n`, text + foreign, `\ufeff${text}`])
      expect(await findings(new Map(files).set(NOTE, Buffer.from(other))), other).not.toEqual([]);
  });

  test("another's folder that lists our key beside the one that signed it shows the key that signed alone", async () => {
    const files = await inMemory();
    const { origin } = await numbers();
    const ours = Buffer.from(files.get("log/key") ?? []).toString();
    const theirs = signingKeyFrom(new Uint8Array(32));
    files.set("log/key", Buffer.from(`${verifierKeyOf(origin, theirs)}\n${ours}`));
    const head = readNote(Buffer.from(files.get("log/checkpoint") ?? []).toString());
    const note = (text: string) => Buffer.from(signNote(text, origin, [theirs]));
    files.set("log/checkpoint", note(head?.text ?? ""));
    const proof = readTlogProof(Buffer.from(files.get(EXAMPLE) ?? []).toString()) as TlogProof;
    files.set(EXAMPLE, Buffer.from(writeTlogProof({ ...proof, checkpoint: String(files.get("log/checkpoint")) })));
    const rest = [...files].filter(([path]) => path !== MANIFEST && path !== NOTE);
    const lines = rest.map(([path, bytes]) => ({
      ...{ path, bytes: bytes.length, sha256: createHash("sha256").update(bytes).digest("hex") },
    }));
    const manifest = Buffer.from(writeManifest(lines));
    files.set(MANIFEST, manifest).set(NOTE, note(noteTextOf(verifyTools.sha256, origin, manifest)));
    expect(await checked(files)).toMatchObject({ findings: [], keys: [verifierKeyOf(origin, theirs)] });
  });

  test("what is missing or does not belong to it is named, but for what file managers leave", async () => {
    const files = await inMemory();
    files.delete("texts/pl.txt");
    files.set("letter (1).pdf", Uint8Array.of(1)).set(".DS_Store", Uint8Array.of(1));
    expect(await findings(files)).toEqual([
      { fault: "missing", path: "texts/pl.txt" },
      { fault: "extra", path: "letter (1).pdf" },
      { fault: "log", path: "log/", says: expect.stringContaining("The text that entry") },
    ]);
  });

  test.each(["null", '{"files":[null]}', '{"files":[{"path":1}]}', "[]"])(
    "a manifest that reads %s is none",
    async (written) => {
      const files = (await inMemory()).set(MANIFEST, Buffer.from(written));
      expect(await findings(files)).toContainEqual({ fault: "manifest", path: MANIFEST });
    },
  );

  test("other numbers are found though the key itself has signed them", async () => {
    const files = await inMemory();
    const honest = JSON.parse(Buffer.from(files.get("numbers.json") ?? []).toString()) as Numbers;
    files.set("numbers.json", Buffer.from(JSON.stringify({ ...honest, paperCount: 313 })));
    expect(await findings(files)).toContainEqual({ fault: "numbers", path: "numbers.json" });
  });

  test("the command tells what was altered, and exits with 1; with 2 where there is nothing to check", async () => {
    const copy = join(folder, "copy");
    await cp(made, copy, { recursive: true });
    await writeFile(join(copy, "report.pdf"), "another report");
    expect(await runCommand(["handover", "--check", copy], {})).toEqual({
      ...{ code: 1, stdout: "" },
      stderr: "The folder is not as it was handed over: report.pdf was changed.\n",
    });
    await rm(join(copy, "report.pdf"));
    await symlink(join(made, "report.pdf"), join(copy, "report.pdf"));
    expect(await runCommand(["handover", "--check", copy], {})).toEqual({
      ...{ code: 1, stdout: "" },
      stderr: "The folder is not as it was handed over: report.pdf is no file of its own.\n",
    });
    await rm(copy, { recursive: true });
    expect(await runCommand(["handover", "--check", copy], {})).toMatchObject({ code: 2, stdout: "" });
    expect(await runCommand(["handover", "--check", folder], {})).toMatchObject({ code: 2, stdout: "" });
  });

  test("public names go with it if that is confirmed, readable by the recipient alone, with a line in the audit log", async () => {
    const identity = await generateX25519Identity();
    const recipient = await identityToRecipient(identity);
    const args = ["--into", "named", "--with-names", "--for", recipient];
    const refused = await run(args, "n\n");
    expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining("Nothing was handed over.") });
    expect(await readdir(folder)).toEqual(["made"]);
    expect(await run(args, "y\n")).toMatchObject({ code: 0 });
    const decrypter = new Decrypter();
    decrypter.addIdentity(identity);
    const names = await decrypter.decrypt(await readFile(join(folder, "named/names.csv.age")), "text");
    expect(names).toBe(`fullName\r\n${anna.fullName}\r\n`);
    expect(await runCommand(["handover", "--check", join(folder, "named")], {})).toMatchObject({ code: 0 });
    expect(await house.rows("select action, changes from audit_log where action = 'names-handed-over'")).toEqual([
      { action: "names-handed-over", changes: '{"format":"csv","signatures":1}' },
    ]);
    await rm(join(folder, "named"), { recursive: true });
  });

  test.each([
    ["a folder that is not empty", ["--into", "made"], /is not empty/],
    ["a file", ["--into", "made/check.html"], /is a file/],
    ["a folder in none", ["--into", "none/new"], /There is no folder .*none to make it in/],
    ["another language", ["--into", "new", "--language", "xx"], /--language must be one of: de, en/],
    ["a key of nobody", ["--into", "new", "--with-names", "--for", "age1nobody"], /public key of age/],
    ["names for nobody", ["--into", "new", "--with-names"], /public key of age/],
    ["a key without names", ["--into", "new", "--for", "age1nobody"], /--for is for --with-names alone/],
  ])("%s: one sentence, exit code 1, nothing left", async (_, args, sentence) => {
    const { code, stdout, stderr } = await run(args);
    expect({ code, stdout, lines: stderr.trimEnd().split("\n").length }).toEqual({ code: 1, stdout: "", lines: 1 });
    expect(stderr).toMatch(sentence);
    expect(await readdir(folder)).toEqual(["made"]);
  });

  test("without the log's key nothing is handed over", async () => {
    const { code, stderr } = await run(["--into", "new"], "", { LOG_KEY: makeSigningKey("another") });
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining("The log's key is not here") });
    expect(await readdir(folder)).toEqual(["made"]);
  });

  test.skipIf(!hasDisk)("a disk that is full in the middle: one sentence, nothing left", async () => {
    const disk = await openSmallDisk(1);
    try {
      await writeFile(join(disk.folder, "ballast"), new Uint8Array(950_000));
      const { code, stderr } = await run(["--into", join(disk.folder, "new")]);
      expect({ code, stderr }).toEqual({ code: 1, stderr: `The disk of ${join(disk.folder, "new")} is full.\n` });
      expect(await readdir(disk.folder)).toEqual(["ballast"]);
    } finally {
      await disk.close();
    }
  });

  test("interrupted in the middle, nothing is left", async () => {
    const interrupted = new AbortController();
    const draft = await openDraft(join(folder, "new"), interrupted.signal);
    await draft.write("letter.pdf", "begun");
    interrupted.abort(new Error("Interrupted."));
    await expect(draft.write("report.pdf", "never")).rejects.toThrow();
    await expect(draft.finish()).rejects.toThrow("Interrupted.");
    await draft.discard();
    expect(await readdir(folder)).toEqual(["made"]);
  });

  test.skipIf(!hasGo())("Go's own packages read its log, its note and its example", { timeout: 120_000 }, async () => {
    const server = createServer(async (request, response) => {
      const bytes = await read(request.url ?? "").catch(() => null);
      response.writeHead(bytes ? 200 : 404).end(bytes ?? "");
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const independent = await buildIndependent();
    const key = String(await read("log/key")).trim();
    const { size, root, origin } = await numbers();
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    expect(await independent.read(address, key, `${size}:${root}`)).toContain(`${size} entries proved`);
    expect(await independent.open(String(await read(NOTE)), key)).toBe(
      noteTextOf(verifyTools.sha256, origin, await read(MANIFEST)),
    );
    expect(await independent.prove(String(await read("receipt.tlog-proof")), key)).toMatch(/^entry \d+ of \d+ proved/);
    await independent.close();
    server.close();
  });
});

test("with the embedded database: not before the first start, beside the site, and as well once it has ended", async () => {
  const dataFolder = await copyOfTemplate();
  const settings = { DATA_DIR: dataFolder, PUBLIC_URL: "https://petition.example", INIT_CWD: dataFolder };
  const make = (name: string) => runCommand(["handover", "--into", name], settings);
  expect(await make("before")).toMatchObject({ code: 1, stdout: "" });
  const server = await startServer(settings);
  const head = async () => (await fetch(`${server.url}/log/checkpoint`)).status;
  await expect.poll(head).toBe(200);
  expect(await make("beside")).toMatchObject({ code: 0 });
  await server.end("SIGTERM");
  expect(await make("alone")).toMatchObject({ code: 0 });
  const heads = ["beside", "alone"].map((name) => readFile(join(dataFolder, name, "log/checkpoint"), "utf8"));
  expect(new Set(await Promise.all(heads)).size).toBe(1);
  expect(await runCommand(["handover", "--check", join(dataFolder, "alone")], {})).toMatchObject({ code: 0 });
  await rm(dataFolder, { recursive: true });
});

/** The same numbers for the same seed, below `bound` each. */
function randomFrom(seed: number): (bound: number) => number {
  let state = seed;
  return (bound) => {
    state = createHash("sha256").update(`${state}`).digest().readUInt32BE();
    return state % bound;
  };
}
