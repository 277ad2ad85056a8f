/** A picture in few colours as PNG (ISO/IEC 15948): a third of the size that it has in full colour. */
import { crc32, deflateSync } from "node:zlib";

/** `pixels`: four bytes each, opaque. `colours`: at most 256. */
export function palettePng(pixels: Uint8Array, { width, height, colours }: { width: number; height: number; colours: number }) {
  const boxes = split(histogram(pixels), colours);
  const nearest = new Map(boxes.flatMap((box, place) => box.map(({ key }) => [key, place] as const)));
  const rows = Buffer.alloc((width + 1) * height);
  for (let pixel = 0; pixel < width * height; pixel++)
    rows[pixel + Math.floor(pixel / width) + 1] = nearest.get(keyAt(pixels, pixel)) ?? 0;
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  // Eight bits a pixel, each the number of a colour.
  header.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk("IHDR", header),
    chunk("PLTE", Buffer.from(boxes.flatMap(average))),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

interface Colour {
  key: number;
  channels: [number, number, number];
  count: number;
}

/** Shades that nobody tells apart are one: six bits a channel. */
function keyAt(pixels: Uint8Array, pixel: number): number {
  const at = (channel: number) => (pixels[pixel * 4 + channel] ?? 0) >> 2;
  return (at(0) << 12) | (at(1) << 6) | at(2);
}

function histogram(pixels: Uint8Array): Colour[] {
  const counts = new Map<number, number>();
  for (let pixel = 0; pixel < pixels.length / 4; pixel++) {
    const key = keyAt(pixels, pixel);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  const widened = (six: number) => Math.round((six * 255) / 63);
  return [...counts].map(([key, count]) => ({
    key,
    count,
    channels: [widened(key >> 12), widened((key >> 6) & 63), widened(key & 63)],
  }));
}

/** Median cut: the box with the widest range, weighed by how many pixels it holds, is halved until there are enough. */
function split(all: Colour[], wanted: number): Colour[][] {
  const boxes = [all];
  while (boxes.length < wanted) {
    boxes.sort((one, other) => weight(other) - weight(one));
    const widest = boxes[0];
    if (!widest || widest.length < 2) break;
    boxes.shift();
    const { channel } = widestChannel(widest);
    widest.sort((one, other) => one.channels[channel] - other.channels[channel]);
    const half = total(widest) / 2;
    let [cut, sum] = [0, 0];
    while (cut < widest.length - 1 && sum < half) sum += widest[cut++]?.count ?? 0;
    boxes.push(widest.slice(0, cut), widest.slice(cut));
  }
  return boxes;
}

function weight(box: Colour[]): number {
  return box.length < 2 ? 0 : widestChannel(box).range * Math.sqrt(total(box));
}

function widestChannel(box: Colour[]): { channel: 0 | 1 | 2; range: number } {
  const ranges = ([0, 1, 2] as const).map((channel) => {
    let [low, high] = [255, 0];
    for (const { channels } of box) {
      low = Math.min(low, channels[channel]);
      high = Math.max(high, channels[channel]);
    }
    return { channel, range: high - low };
  });
  return ranges.reduce((widest, one) => (one.range > widest.range ? one : widest));
}

function total(box: Colour[]): number {
  return box.reduce((sum, { count }) => sum + count, 0);
}

function average(box: Colour[]): number[] {
  const sum = total(box);
  return [0, 1, 2].map((channel) =>
    Math.round(box.reduce((all, { channels, count }) => all + (channels[channel] ?? 0) * count, 0) / sum),
  );
}

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type, "latin1"), content]);
  const around = Buffer.alloc(8);
  around.writeUInt32BE(content.length, 0);
  around.writeUInt32BE(crc32(named), 4);
  return Buffer.concat([around.subarray(0, 4), named, around.subarray(4)]);
}
