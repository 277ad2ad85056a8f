/** A picture with at most 256 colours, a third as large as one with all (PNG, third edition, colour type 3). */
import { crc32, deflateSync } from "node:zlib";

const COLOURS = 256;
/** Of them: the most frequent ones, kept exactly, so that areas do not change their colour. */
const EXACT = 64;
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

interface Colour {
  channels: [red: number, green: number, blue: number];
  count: number;
}

/** `pixels`: red, green, blue and alpha of each, row by row; alpha is left out. */
export function indexedPng(pixels: Uint8Array, width: number, height: number): Buffer {
  const palette = paletteFor(coloursIn(pixels));
  const nearest = new Map<number, number>();
  const rows = Buffer.alloc((width + 1) * height);
  for (let place = 0; place < width * height; place += 1) {
    const [red = 0, green = 0, blue = 0] = pixels.subarray(place * 4, place * 4 + 3);
    const key = (red << 16) | (green << 8) | blue;
    const index = nearest.get(key) ?? nearestOf(palette, [red, green, blue]);
    nearest.set(key, index);
    // Each row begins with the number of its filter: none.
    rows[place + Math.floor(place / width) + 1] = index;
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3], 8);
  const body = deflateSync(rows, { level: 9 });
  return Buffer.concat([
    SIGNATURE,
    chunk("IHDR", header),
    chunk("PLTE", Buffer.from(palette.flat())),
    chunk("IDAT", body),
    chunk("IEND"),
  ]);
}

function chunk(name: string, data: Buffer = Buffer.alloc(0)): Buffer {
  const named = Buffer.concat([Buffer.from(name, "latin1"), data]);
  const framed = Buffer.alloc(named.length + 8);
  framed.writeUInt32BE(data.length, 0);
  framed.set(named, 4);
  framed.writeUInt32BE(crc32(named), named.length + 4);
  return framed;
}

function coloursIn(pixels: Uint8Array): Colour[] {
  const counts = new Map<number, number>();
  for (let at = 0; at < pixels.length; at += 4) {
    const key = ((pixels[at] ?? 0) << 16) | ((pixels[at + 1] ?? 0) << 8) | (pixels[at + 2] ?? 0);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts].map(([key, count]) => ({ channels: [key >> 16, (key >> 8) & 255, key & 255], count }));
}

/** Median cut: the box with the widest spread is halved until there are enough; a box is its average. */
function paletteFor(colours: Colour[]): [number, number, number][] {
  const byFrequency = colours.toSorted((a, b) => b.count - a.count);
  const exact = byFrequency.slice(0, EXACT).map(({ channels }) => channels);
  const boxes = [byFrequency.slice(EXACT)];
  while (boxes.length < COLOURS - EXACT) {
    const widest = boxes
      .map(spreadOf)
      .reduce((best, one, index, all) => (one.width > (all[best]?.width ?? 0) ? index : best), 0);
    const box = boxes[widest] ?? [];
    if (box.length < 2) break;
    const { channel } = spreadOf(box);
    const sorted = box.toSorted((a, b) => a.channels[channel] - b.channels[channel]);
    const half = Math.ceil(sorted.length / 2);
    boxes.splice(widest, 1, sorted.slice(0, half), sorted.slice(half));
  }
  return [...exact, ...boxes.filter((box) => box.length > 0).map(averageOf)];
}

function spreadOf(box: Colour[]): { channel: 0 | 1 | 2; width: number } {
  const spreads = ([0, 1, 2] as const).map((channel) => {
    let low = 255;
    let high = 0;
    for (const { channels } of box) {
      low = Math.min(low, channels[channel]);
      high = Math.max(high, channels[channel]);
    }
    return { channel, width: high - low };
  });
  return spreads.reduce((best, one) => (one.width > best.width ? one : best));
}

function averageOf(box: Colour[]): [number, number, number] {
  const total = box.reduce((sum, { count }) => sum + count, 0);
  const mean = (channel: 0 | 1 | 2) =>
    Math.round(box.reduce((sum, { channels, count }) => sum + channels[channel] * count, 0) / total);
  return [mean(0), mean(1), mean(2)];
}

function nearestOf(palette: [number, number, number][], [red, green, blue]: [number, number, number]): number {
  let best = 0;
  let least = Number.POSITIVE_INFINITY;
  for (const [index, [r, g, b]] of palette.entries()) {
    const distance = (r - red) ** 2 + (g - green) ** 2 + (b - blue) ** 2;
    if (distance < least) [best, least] = [index, distance];
  }
  return best;
}
