/** Papers as PDF: tagged for screen readers (PDF/UA), searchable, their fonts within. */
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import PDFDocument from "pdfkit";
import { BUILD_FOLDER } from "../../../campaign-folder.ts";

export type Block = { style: Style; text: string } | { items: string[] } | Table;

/** The last `numeric` columns hold numbers. Empty ones are left out. */
interface Table {
  head: string[];
  rows: string[][];
  widths: number[];
  numeric: number;
}

export interface Paper {
  title: string;
  language: string;
  author: string;
  at: Date;
  blocks: Block[];
}

const STYLES = {
  title: { tag: "H1", font: "bold", size: 20, indent: 0 },
  heading: { tag: "H2", font: "bold", size: 13, indent: 0 },
  /** To be seen first. */
  figure: { tag: "P", font: "bold", size: 16, indent: 0 },
  text: { tag: "P", font: "regular", size: 10.5, indent: 0 },
  /** To be typed or compared. */
  code: { tag: "P", font: "regular", size: 9.5, indent: 12 },
} as const;
type Style = keyof typeof STYLES;

const MARGIN = 64;
const PADDING = 4;
const STRIPE = "#efefef";

type Document = PDFKit.PDFDocument;
type Structure = PDFKit.PDFStructureElement;

export function writePdf({ title, language, author, at, blocks }: Paper): Promise<Buffer> {
  // By the build, for production has no development dependencies.
  const fontOf = (name: string) => join(BUILD_FOLDER, "handover", `${name}.ttf`);
  const document = new PDFDocument({
    ...{ size: "A4", margin: MARGIN, lang: language, tagged: true, displayTitle: true, bufferPages: true },
    // Unknown to the types.
    ...{ pdfVersion: "1.7", subset: "PDF/UA" as PDFKit.Mixins.PDFSubsets, font: fontOf("regular") },
    info: { Title: title, Author: author, CreationDate: at, ModDate: at },
  });
  for (const name of ["regular", "bold"]) document.registerFont(name, fontOf(name));
  const bytes = buffer(document);
  const root = document.struct("Document");
  document.addStructure(root);
  for (const block of blocks) {
    if ("style" in block) write(document, root, block.style, block.text);
    else if ("items" in block) list(document, root, block.items);
    else if (block.rows.length > 0) table(document, root, block);
  }
  root.end();
  numberPages(document);
  document.end();
  return bytes;
}

function write(document: Document, root: Structure, style: Style, text: string): void {
  const { tag, font, size, indent } = STYLES[style];
  if (style === "heading") {
    // Not at the foot of a page, without what it is for; and the letter's key stays with the step that compares it.
    if (document.y > document.page.height - MARGIN - 180) document.addPage();
    document.outline.addItem(text);
    document.moveDown(0.6);
  }
  const draw = () =>
    document
      .font(font)
      .fontSize(size)
      .text(text, MARGIN + indent, undefined, { lineGap: 1.5 });
  root.add(document.struct(tag, {}, draw));
  document.moveDown(0.4);
}

function list(document: Document, root: Structure, items: string[]): void {
  const whole = document.struct("L");
  root.add(whole);
  document.font("regular").fontSize(STYLES.text.size);
  document.list(items, MARGIN, undefined, { listType: "numbered", structParent: whole, lineGap: 1.5, paragraphGap: 3 });
  whole.end();
  document.moveDown(0.4);
}

/** On each page with its head. */
function table(document: Document, root: Structure, { head, rows, widths, numeric }: Table): void {
  document.font("regular").fontSize(STYLES.code.size).x = MARGIN;
  const share = (document.page.width - 2 * MARGIN) / widths.reduce((sum, one) => sum + one, 0);
  const columnStyles = widths.map((width, at) => ({
    ...{ width: share * width, border: false, padding: PADDING },
    align: { x: at < widths.length - numeric ? "left" : "right", y: "top" },
  }));
  const heightOf = (row: string[]) =>
    2 * PADDING +
    Math.max(...row.map((text, at) => document.heightOfString(text, { width: share * (widths[at] ?? 0) - 2 * PADDING })));
  for (let first = 0, next = 0; first < rows.length; first = next) {
    let room = document.page.height - MARGIN - document.y - heightOf(head);
    for (; next < rows.length; next += 1) {
      room -= heightOf(rows[next] ?? []);
      if (room < 1) break;
    }
    if (next > first) drawRows(document, root, columnStyles, [head, ...rows.slice(first, next)]);
    if (next < rows.length) document.addPage();
  }
  document.x = MARGIN;
  document.moveDown(0.6);
}

function drawRows(document: Document, root: Structure, columnStyles: object[], [head = [], ...rows]: string[][]): void {
  document.table({
    ...{ structParent: root, columnStyles },
    // Stripes: what this library says of borders to screen readers, readers of PDF find wrong.
    rowStyles: (row: number) => (row % 2 === 0 ? { backgroundColor: STRIPE } : {}),
    data: [
      head.map((text) => ({ text, type: "TH", scope: "Column", font: { src: "bold" } })),
      ...rows.map((row) => row.map((text) => ({ text, type: "TD" }))),
    ],
  } as PDFKit.Mixins.TableOptionsWithData);
}

function numberPages(document: Document): void {
  const { count } = document.bufferedPageRange();
  for (let at = 0; at < count; at += 1) {
    document.switchToPage(at);
    // Text below the margin would begin another page.
    document.page.margins.bottom = 0;
    document.markContent("Artifact", { type: "Pagination" });
    document
      .font("regular")
      .fontSize(8)
      .text(`${at + 1} / ${count}`, MARGIN, document.page.height - 40, { align: "right" });
    document.endMarkedContent();
  }
}
