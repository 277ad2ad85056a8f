/** The folder that is handed over (docs/operating/closing-and-handing-over.md): read as anybody reads the site, checked, and signed. */
import type { OpenCounts } from "../../../contract/open-data.ts";
import type { Translate } from "../../../messages/translate.ts";
import { parsedJson } from "../../../petition/json.ts";
import { toBase64, utf8 } from "../../../petition/transparency/bytes.ts";
import { writeEntry } from "../../../petition/transparency/entry.ts";
import type { ReadFile } from "../../../petition/transparency/files.ts";
import { EXAMPLE, MANIFEST, NOTE, noteTextOf, writeManifest } from "../../../petition/transparency/handover.ts";
import { type Numbers, numbersAsCsv, recountLog } from "../../../petition/transparency/numbers.ts";
import type { SignedHead } from "../../../petition/transparency/signed-head.ts";
import { nodesInTiles, pathOfTile } from "../../../petition/transparency/tiles.ts";
import { writeTlogProof } from "../../../petition/transparency/tlog-proof.ts";
import { inclusionProof } from "../../../petition/transparency/tree.ts";
import { sha256Bytes } from "../../platform/crypto/crypto.ts";
import { type SigningKey, signNote, verifierKeyOf, verifySignature } from "../../platform/crypto/log-keys.ts";
import { checkPage } from "./check-page.ts";
import { type Draft, NotHandedOver } from "./draft.ts";
import { letterOf, type Papers, reportOf } from "./papers.ts";
import { writePdf } from "./pdf.ts";

export interface HandoverTools {
  /** A public address of the site, such as `/log/key`; null for 404. */
  published: ReadFile;
  /** Those of the log that this machine has. */
  keys: readonly SigningKey[];
  t: Translate;
  /** Of the site, as set; empty where it is not. */
  address: string;
  now: Date;
  names: { recipient: string; encrypted: AsyncIterable<Uint8Array> } | null;
  progress(entries: number): unknown;
}

/** Throws {@link NotHandedOver}, `Lie` or `Unreadable` with a sentence; whatever it throws, the draft is to be discarded. */
export async function makeHandover(given: HandoverTools, draft: Draft): Promise<Papers> {
  const { t, names, now, progress } = given;
  const texts = new Map<string, Uint8Array>();
  const read: ReadFile = async (path) => {
    const bytes = await given.published(`/log/${path}`);
    if (bytes && path.startsWith("text/")) texts.set(path.slice("text/".length), bytes);
    else if (bytes) await draft.write(`log/${path}`, bytes);
    return bytes;
  };
  const { keys, head, ...log } = await recountLog({ sha256: sha256Bytes, verifySignature, progress }, read);
  const ours = given.keys.filter((key) => keys.includes(verifierKeyOf(head.origin, key)));
  const [present] = ours;
  if (!present)
    throw new NotHandedOver("The log's key is not here: LOG_KEY, or else DATA_DIR/log-key, must be the one it has.");
  const numbers: Numbers = { ...log.numbers, ...(await languagesOf(given)) };
  const text = numbers.texts.find(({ file }) => file === `texts/${t.language}.txt`);
  if (!text) throw new NotHandedOver("The log names no text in this language: start the site with it once, and wait a minute.");
  for (const { file, hash } of numbers.texts) await draft.write(file, texts.get(hash) ?? "");
  await draft.write("numbers.json", `${JSON.stringify(numbers, null, 1)}\n`);
  await draft.write("numbers.csv", numbersAsCsv(numbers));
  await draft.write(EXAMPLE, await exampleOf(text, head, draft));
  await draft.write("check.html", checkPage(t));
  if (names) await draft.write("names.csv.age", names.encrypted);
  const papers: Papers = {
    ...{ numbers, now, key: verifierKeyOf(head.origin, present), recipient: names?.recipient ?? null },
    address: given.address || `http://${head.origin.split("/")[0]}`,
    text: { hash: text.hash, written: new TextDecoder().decode(texts.get(text.hash)) },
  };
  await draft.write("letter.pdf", await writePdf(letterOf(papers, t)));
  await draft.write("report.pdf", await writePdf(reportOf(papers, t)));
  const manifest = writeManifest(draft.files());
  await draft.write(MANIFEST, manifest);
  await draft.write(NOTE, signNote(noteTextOf(sha256Bytes, head.origin, utf8(manifest)), head.origin, ours));
  return papers;
}

async function languagesOf({ published, now }: HandoverTools): Promise<Pick<Numbers, "languages" | "languagesAt">> {
  const bytes = await published("/api/open/counts?by=day");
  const { languages } = parsedJson(new TextDecoder().decode(bytes ?? undefined)) as OpenCounts;
  return { languages, languagesAt: now.toISOString() };
}

type Text = Numbers["texts"][number];

async function exampleOf(
  { language, hash, hour, index }: Text,
  { size, checkpoint }: SignedHead,
  draft: Draft,
): Promise<string> {
  const nodes = nodesInTiles(sha256Bytes, size, (tile) => draft.read(`log/${pathOfTile(tile)}`));
  const proof = (await inclusionProof(sha256Bytes, index, size, nodes)).map(toBase64);
  const entry = writeEntry({ kind: "text", language, hash, hour });
  return writeTlogProof({ extra: utf8(JSON.stringify({ entry })), index, proof, checkpoint });
}
