/** A real name server on loopback, over UDP (RFC 1035): it knows what a test says, and nothing else. */
import { createSocket } from "node:dgram";
import { once } from "node:events";

export interface NameServer {
  /** `127.0.0.1:5300`. */
  address: string;
  /** `TXT example.org` or `MX example.org`, with what it answers; null for silence. */
  records: Map<string, string[] | null>;
  close(): void;
}

const TYPES: Record<number, "TXT" | "MX"> = { 16: "TXT", 15: "MX" };

export async function openNameServer(records: Record<string, string[] | null> = {}): Promise<NameServer> {
  const known = new Map(Object.entries(records));
  const socket = createSocket("udp4");
  socket.on("message", (question, { port, address }) => {
    const { name, type, end } = readQuestion(question);
    const answers = known.get(`${TYPES[type]} ${name}`);
    if (answers === null) return;
    const exists = [...known.keys()].some((one) => one.endsWith(` ${name}`));
    socket.send(answerTo(question.subarray(0, end), type, answers ?? [], exists), port, address);
  });
  socket.bind(0, "127.0.0.1");
  await once(socket, "listening");
  return { address: `127.0.0.1:${socket.address().port}`, records: known, close: () => void socket.close() };
}

function readQuestion(packet: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = packet[at] ?? 0; length > 0; length = packet[at] ?? 0) {
    labels.push(packet.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join(".").toLowerCase(), type: packet.readUInt16BE(at + 1), end: at + 5 };
}

function answerTo(question: Buffer, type: number, answers: string[], exists: boolean): Buffer {
  const head = Buffer.from(question);
  head.writeUInt16BE(exists ? 0x8180 : 0x8183, 2);
  for (const [place, count] of [
    [4, 1],
    [6, answers.length],
    [8, 0],
    [10, 0],
  ] as const)
    head.writeUInt16BE(count, place);
  const rows = answers.map((answer) => {
    const data = type === 15 ? exchange(answer) : strings(answer);
    const row = Buffer.alloc(12);
    row.writeUInt16BE(0xc00c, 0);
    row.writeUInt16BE(type, 2);
    row.writeUInt16BE(1, 4);
    row.writeUInt16BE(data.length, 10);
    return Buffer.concat([row, data]);
  });
  return Buffer.concat([head, ...rows]);
}

function strings(text: string): Buffer {
  const parts = text.match(/.{1,255}/g) ?? [""];
  return Buffer.concat(parts.map((part) => Buffer.concat([Buffer.from([part.length]), Buffer.from(part)])));
}

function exchange(host: string): Buffer {
  const labels = host.split(".").filter(Boolean);
  const name = labels.map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)]));
  return Buffer.concat([Buffer.from([0, 10]), ...name, Buffer.from([0])]);
}
