import { encodeQR } from "qr";

/** Squares of nothing around the code, without which cameras do not see it begin. */
const QUIET = 4;

export function drawQrCode(address: string): string {
  const rows = encodeQR(address, "raw", { ecc: "quartile", border: QUIET });
  const size = rows.length;
  const dark = rows.map((row, y) => row.map((isDark, x) => runAt(row, isDark, x, y)).join("")).join("");
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges">` +
    `<path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${dark}"/></svg>\n`
  );
}

function runAt(row: boolean[], isDark: boolean, x: number, y: number): string {
  if (!isDark || row[x - 1]) return "";
  const end = row.indexOf(false, x);
  return `M${x} ${y}h${(end === -1 ? row.length : end) - x}v1H${x}z`;
}
