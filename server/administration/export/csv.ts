/** Excel reads a file as UTF-8 only if it begins with this. */
export const BYTE_ORDER_MARK = "\ufeff";

export type Separator = "," | ";";

export function csvLine(cells: (string | null)[], separator: Separator): string {
  return `${cells.map((cell) => csvCell(cell ?? "", separator)).join(separator)}\r\n`;
}

/** What begins like a formula, also after space or in full-width letters (OWASP, "CSV Injection"), gets an apostrophe. */
function csvCell(text: string, separator: Separator): string {
  const harmless = /^[\s\u200b\ufeff]*[=+\-@＝＋－＠\t\r]/u.test(text) ? `'${text}` : text;
  const isPlain =
    !/["\r\n]/.test(harmless) && !harmless.includes(separator) && !harmless.includes(",") && !harmless.includes(";");
  return isPlain ? harmless : `"${harmless.replaceAll('"', '""')}"`;
}
