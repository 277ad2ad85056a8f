import { readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";

export interface LoadOptions {
  /** The process that answers. */
  pid: number;
  url: string;
  paths: string[];
  /** Milliseconds. */
  duration: number;
  connections?: number;
}

export interface Load {
  perSecond: number;
  /** Of processor time that the answering process used: what one core of its own would carry. */
  perCoreSecond: number;
}

/** Throws at the first answer that is not 200: a fast refusal is no measurement. */
export async function measureRequests({ pid, url, paths, duration, connections = 32 }: LoadOptions): Promise<Load> {
  const { port, hostname } = new URL(url);
  const requests = paths.map((path) => `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: br\r\n\r\n`);
  const usedBefore = processorSeconds(pid);
  const startedAt = performance.now();
  const isOver = () => performance.now() - startedAt > duration;
  let turn = 0;
  let answers = 0;

  const hands = Array.from({ length: connections }, () => {
    const socket = connect(Number(port), hostname);
    return untilOver(
      socket,
      () => requests[turn++ % requests.length] ?? "",
      () => {
        answers += 1;
        return isOver();
      },
    );
  });
  await Promise.all(hands);
  return {
    perSecond: (answers * 1000) / (performance.now() - startedAt),
    perCoreSecond: answers / (processorSeconds(pid) - usedBefore),
  };
}

/** Of all threads of a process so far: fields 14 and 15 of proc(5), in hundredths. */
export function processorSeconds(pid: number): number {
  const line = readFileSync(`/proc/${pid}/stat`, "utf8");
  const fields = line.slice(line.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}

function untilOver(socket: Socket, next: () => string, answered: () => boolean): Promise<void> {
  return new Promise((resolve, reject) => {
    let head = "";
    let missing = 0;
    socket.setNoDelay(true).setEncoding("latin1");
    socket.on("error", reject);
    socket.on("connect", () => socket.write(next()));
    socket.on("data", (text: string) => {
      if (missing > 0) missing -= text.length;
      else {
        head += text;
        const end = head.indexOf("\r\n\r\n");
        if (end < 0) return;
        const length = Number(/^content-length: (\d+)/im.exec(head)?.[1]);
        if (!head.startsWith("HTTP/1.1 200 ") || Number.isNaN(length)) {
          socket.destroy();
          return reject(new Error(`Unexpected answer: ${head.slice(0, 300)}`));
        }
        missing = length - (head.length - end - 4);
        head = "";
      }
      if (missing > 0) return;
      if (answered()) {
        socket.destroy();
        resolve();
      } else socket.write(next());
    });
  });
}

export async function measureItems<Item>(
  items: Item[],
  { abreast, pid, act }: { abreast: number; pid: number; act: (item: Item) => Promise<void> },
): Promise<Load> {
  const usedBefore = processorSeconds(pid);
  const startedAt = performance.now();
  const waiting = items.values();
  const hand = async () => {
    for (const item of waiting) await act(item);
  };
  await Promise.all(Array.from({ length: abreast }, hand));
  return {
    perSecond: (items.length * 1000) / (performance.now() - startedAt),
    perCoreSecond: items.length / (processorSeconds(pid) - usedBefore),
  };
}
