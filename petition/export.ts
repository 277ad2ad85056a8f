export const EXPORT_FORMATS = ["csv", "xlsx"] as const;
export type ExportFormat = (typeof EXPORT_FORMATS)[number];

export const SEPARATORS = { comma: ",", semicolon: ";" } as const;
export type SeparatorName = keyof typeof SEPARATORS;

export const TOTAL_HEADER = "x-total-count";

export interface FilePiece {
  bytes: Uint8Array<ArrayBuffer>;
  rows: number;
}

/** Two unsigned 32-bit numbers, big-endian: rows so far, length of the piece that follows. */
const HEAD_LENGTH = 8;

/** For `progress=rows`: in a packed file, a reader cannot count rows. */
export function framed({ bytes, rows }: FilePiece): Uint8Array<ArrayBuffer> {
  const frame = new Uint8Array(HEAD_LENGTH + bytes.length);
  const head = new DataView(frame.buffer);
  head.setUint32(0, rows);
  head.setUint32(4, bytes.length);
  frame.set(bytes, HEAD_LENGTH);
  return frame;
}

export function openFrames(): (received: Uint8Array<ArrayBuffer>) => FilePiece[] {
  const head = new Uint8Array(HEAD_LENGTH);
  const view = new DataView(head.buffer);
  let headKnown = 0;
  let missing = 0;

  return (received) => {
    const pieces: FilePiece[] = [];
    let at = 0;
    while (at < received.length) {
      const wanted = missing > 0 ? missing : HEAD_LENGTH - headKnown;
      const part = received.subarray(at, at + wanted);
      at += part.length;
      if (missing > 0) {
        missing -= part.length;
        pieces.push({ bytes: part, rows: view.getUint32(0) });
      } else {
        head.set(part, headKnown);
        headKnown = (headKnown + part.length) % HEAD_LENGTH;
        if (headKnown === 0) missing = view.getUint32(4);
      }
    }
    return pieces;
  };
}
