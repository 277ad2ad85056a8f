/** The program of `check.html` in a handover folder: opened from a file system, without a network. The build makes one file of it. */
import { type Catalogue, localeOf, numberFormat, translator } from "../../messages/translate.ts";
import type { ReadFile } from "../../petition/transparency/files.ts";
import { checkFolder, type Folder, type FolderCheck, fileOfLog, MANIFEST } from "../../petition/transparency/handover.ts";
import { checkReceipt, nobleTools } from "./check-receipt.ts";

type Chosen = [path: string, file: File][];

const PAINTED_EVERY = 100;

const { language, texts } = JSON.parse(inPage("texts").textContent ?? "") as { language: string; texts: Catalogue };
const t = translator(language, { [language]: texts });
const numberIn = (number: number) => numberFormat(localeOf(language)).format(number);

const chooser = inPage("folder") as HTMLInputElement;
chooser.addEventListener("change", () => {
  check([...(chooser.files ?? [])].map((file) => [file.webkitRelativePath, file])).catch(unread);
});
document.addEventListener("dragover", (event) => event.preventDefault());
document.addEventListener("drop", (event) => {
  event.preventDefault();
  const entries = [...(event.dataTransfer?.items ?? [])].flatMap((item) => item.webkitGetAsEntry() ?? []);
  Promise.all(entries.map(filesBelow))
    .then((files) => check(files.flat()))
    .catch(unread);
});

async function filesBelow(entry: FileSystemEntry): Promise<Chosen> {
  if (entry.isDirectory) return filesIn((entry as FileSystemDirectoryEntry).createReader());
  const file = await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject));
  return [[entry.fullPath.slice(1), file]];
}

/** A hundred at a time, until there are none. */
async function filesIn(reader: FileSystemDirectoryReader): Promise<Chosen> {
  const part = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
  if (part.length === 0) return [];
  return [...(await Promise.all(part.map(filesBelow))).flat(), ...(await filesIn(reader))];
}

/** `chosen`: with paths that begin with the name of the folder, unless what is in it was dropped. */
async function check(chosen: Chosen): Promise<void> {
  inPage("result").replaceChildren();
  const within = chosen.some(([path]) => path === MANIFEST) ? () => 0 : (path: string) => path.indexOf("/") + 1;
  const files = new Map(chosen.map(([path, file]) => [path.slice(within(path)), file]));
  // Of two folders that are dropped at once, files would stand for one another.
  if (!files.has(MANIFEST) || files.size < chosen.length) return say(t("handover.check.none"));
  const read = async (path: string) => new Uint8Array((await files.get(path)?.arrayBuffer()) ?? []);
  let painted = performance.now();
  async function progress(step: "files" | "entries", done: number, all: number): Promise<void> {
    if (performance.now() - painted < PAINTED_EVERY) return;
    say(t(`handover.check.${step}`, { done, all }));
    await new Promise((resolve) => setTimeout(resolve));
    painted = performance.now();
  }
  const folder: Folder = { paths: [...files.keys()], read };
  const checked = await checkFolder({ ...nobleTools, progress }, folder);
  show(
    checked,
    fileOfLog(checked.files, async (path) => (files.has(path) ? read(path) : null)),
  );
}

function show({ findings, files, keys, numbers, prove }: FolderCheck, read: ReadFile): void {
  const isTrue = findings.length === 0;
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const verdict = made("h2", t(isTrue ? "handover.check.true" : "handover.check.false"));
  verdict.className = isTrue ? "verdict" : "verdict false";
  verdict.tabIndex = -1;
  const list = findings.map(({ fault, path, says }) => {
    const what = ` ${t(`handover.check.finding.${fault}`)} `;
    // The log's own sentences are English.
    return says ? made("li", what, Object.assign(made("span", says), { lang: "en" })) : made("li", made("code", path), what);
  });
  const figures = numbers && [
    figure(t("handover.letter.online", { count: numbers.signatureCount })),
    figure(t("handover.letter.paper", { count: numbers.paperCount })),
  ];
  inPage("result").replaceChildren(
    ...[verdict, ...(isTrue ? [] : [made("ul", ...list)]), ...(figures ?? [])],
    made("p", t("handover.check.bytes", { files: files.length, bytes, size: numbers?.size ?? 0 })),
    ...[made("p", t("handover.check.key")), ...keys.map((key) => made("p", made("code", key)))],
    ...receiptForm(read, prove),
    ...[made("h2", t("handover.check.checked")), tableOf(files)],
  );
  say("");
  verdict.focus();
}

function figure(said: string): HTMLElement {
  return Object.assign(made("p", said), { className: "figures" });
}

function receiptForm(read: ReadFile, prove: FolderCheck["prove"]): HTMLElement[] {
  const outcome = made("p");
  outcome.setAttribute("role", "status");
  const input = Object.assign(made("input"), { type: "file", accept: ".json,.tlog-proof,.txt" });
  input.addEventListener("change", async () => {
    const text = (await input.files?.[0]?.text()) ?? "";
    const checked = await checkReceipt(nobleTools, text, read);
    const isNewer = checked.outcome === "false" && checked.fault === "rewound";
    // The folder's own example names no signature.
    const index = checked.outcome === "true" ? checked.index : prove(text);
    outcome.textContent =
      index === null
        ? t(isNewer ? "handover.check.receipt.newer" : "handover.check.receipt.false")
        : t("handover.check.receipt.true", { place: index + 1 });
  });
  const label = made("p", made("label", t("handover.check.receipt.choose"), input));
  return [made("h2", t("handover.check.receipt.title")), made("p", t("handover.check.receipt.text")), label, outcome];
}

function tableOf(files: FolderCheck["files"]): HTMLElement {
  const head = [t("handover.letter.file"), t("handover.check.size"), "SHA-256"].map((text) => made("th", text));
  const rows = files.map(({ path, bytes, sha256 }) =>
    made("tr", made("td", path), made("td", numberIn(bytes)), made("td", made("code", sha256))),
  );
  return made("table", made("thead", made("tr", ...head)), made("tbody", ...rows));
}

function made<Name extends keyof HTMLElementTagNameMap>(name: Name, ...inner: (Node | string)[]): HTMLElementTagNameMap[Name] {
  const element = document.createElement(name);
  element.append(...inner);
  return element;
}

function say(text: string): void {
  inPage("progress").textContent = text;
}

function unread(failure: unknown): void {
  say(t("handover.check.unread"));
  console.error(failure);
}

function inPage(id: string): HTMLElement {
  return document.getElementById(id) as HTMLElement;
}
