import { expect, test } from "vitest";
import { type FilePiece, framed, openFrames } from "./export.ts";

const bytesOf = (text: string) => new TextEncoder().encode(text);
const PIECES: FilePiece[] = [
  { bytes: bytesOf("id,name\r\n"), rows: 0 },
  { bytes: bytesOf(""), rows: 0 },
  { bytes: bytesOf("1,Anna\r\n2,Bruno\r\n"), rows: 2 },
  { bytes: bytesOf("…".repeat(100)), rows: 4_000_000_000 },
];

test.each([1, 2, 7, 8, 9, 64, 10_000])("cut every %d bytes on the way, the file is the same and knows its rows", (size) => {
  const sent = new Uint8Array(PIECES.flatMap((piece) => [...framed(piece)]));
  const take = openFrames();
  const arrived: FilePiece[] = [];
  for (let from = 0; from < sent.length; from += size) arrived.push(...take(sent.slice(from, from + size)));
  expect(arrived.flatMap(({ bytes }) => [...bytes])).toEqual(PIECES.flatMap(({ bytes }) => [...bytes]));
  expect([...new Set(arrived.map(({ rows }) => rows))]).toEqual([0, 2, 4_000_000_000]);
});
