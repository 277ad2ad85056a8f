/** Reads an XLSX file by the letter of its formats (ZIP, SpreadsheetML), knowing nothing of what wrote it. */
import { crc32, inflateRawSync } from "node:zlib";

export interface Sheet {
  name: string;
  /** Cells by column; null where there is none. */
  rows: (string | null)[][];
  xml: string;
}

const COLUMN_OF = /^[A-Z]+/;
const CENTRAL_ENTRY = 0x02014b50;
const END_OF_CENTRAL = 0x06054b50;

/** Throws where a checksum is wrong, a part is missing or a cell is anything but text. */
export function readWorkbook(file: Buffer): Sheet[] {
  const parts = unzip(file);
  const part = (name: string) => {
    const content = parts.get(name);
    if (content === undefined) throw new Error(`No part ${name}`);
    return content;
  };
  if (!part("[Content_Types].xml").includes("spreadsheetml.sheet.main+xml")) throw new Error("No workbook");
  const targets = new Map(
    [...part("xl/_rels/workbook.xml.rels").matchAll(/<Relationship [^>]*>/g)].map(([element]) => [
      attribute(element, "Id"),
      attribute(element, "Target"),
    ]),
  );
  return [...part("xl/workbook.xml").matchAll(/<sheet [^>]*>/g)].map(([element]) => {
    const xml = part(`xl/${targets.get(attribute(element, "r:id"))}`);
    return { name: attribute(element, "name"), rows: rowsOf(xml), xml };
  });
}

function rowsOf(xml: string): (string | null)[][] {
  if (/<f[ >]/.test(xml)) throw new Error("A formula");
  return [...xml.matchAll(/<row r="(\d+)"[^>]*>(.*?)<\/row>/gs)].map(([, number, content = ""], index) => {
    if (Number(number) !== index + 1) throw new Error(`Row ${number} stands where ${index + 1} belongs`);
    const cells: (string | null)[] = [];
    for (const [, attributes = "", inner = ""] of content.matchAll(/<c ([^>]*)>(.*?)<\/c>/gs)) {
      if (attribute(attributes, "t") !== "inlineStr") throw new Error(`Not a text: ${attributes}`);
      const text = /^<is>(?:<t\/>|<t(?: xml:space="preserve")?>(.*)<\/t>)<\/is>$/s.exec(inner);
      if (!text) throw new Error(`Not a cell: ${inner}`);
      const column = columnIndex(attribute(attributes, "r"));
      while (cells.length < column) cells.push(null);
      cells.push(plain(text[1] ?? ""));
    }
    return cells;
  });
}

/** Entities, and Excel's own `_x000D_` for characters that XML cannot hold (ECMA-376, ST_Xstring). */
function plain(text: string): string {
  if (/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/u.test(text)) throw new Error("Not XML");
  return text
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&quot;", '"')
    .replaceAll("&amp;", "&")
    .replace(/_x([0-9a-f]{4})_/gi, (_, code) => String.fromCharCode(Number.parseInt(code, 16)));
}

function columnIndex(reference: string): number {
  const [letters = ""] = COLUMN_OF.exec(reference) ?? [];
  return [...letters].reduce((index, letter) => index * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function attribute(element: string, name: string): string {
  return new RegExp(`(?:^|\\s)${name}="([^"]*)"`).exec(element)?.[1] ?? "";
}

function unzip(file: Buffer): Map<string, string> {
  const end = file.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
  if (end < 0 || file.readUInt32LE(end) !== END_OF_CENTRAL) throw new Error("No ZIP file, or half of one");
  const parts = new Map<string, string>();
  let at = file.readUInt32LE(end + 16);
  for (let count = file.readUInt16LE(end + 10); count > 0; count--) {
    if (file.readUInt32LE(at) !== CENTRAL_ENTRY) throw new Error("The directory is broken");
    const nameLength = file.readUInt16LE(at + 28);
    const name = file.toString("utf8", at + 46, at + 46 + nameLength);
    const local = file.readUInt32LE(at + 42);
    const from = local + 30 + file.readUInt16LE(local + 26) + file.readUInt16LE(local + 28);
    const packed = file.subarray(from, from + file.readUInt32LE(at + 20));
    const content = file.readUInt16LE(at + 10) === 0 ? packed : inflateRawSync(packed);
    if (content.length !== file.readUInt32LE(at + 24) || crc32(content) !== file.readUInt32LE(at + 16))
      throw new Error(`${name} is damaged`);
    parts.set(name, content.toString("utf8"));
    at += 46 + nameLength + file.readUInt16LE(at + 30) + file.readUInt16LE(at + 32);
  }
  return parts;
}
