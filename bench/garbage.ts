/** What no person sends, from very many sources, whether or not the site keeps up: {@link Flood} a second. */
import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import type { CaptchaChallenge } from "../contract/signing.ts";
import { takeOrders } from "./beside.ts";
import { openWire } from "./wire.ts";

export interface Flood {
  url: string;
  perSecond: number;
  /** Milliseconds. */
  duration: number;
}

export interface Flooded {
  sent: number;
  answered: number;
  /** Milliseconds. */
  duration: number;
}

const CONNECTIONS = 500;
/** Milliseconds. */
const TICK = 5;

takeOrders(async ({ url, perSecond, duration }: Flood): Promise<Flooded> => {
  const { sessionId } = (await (await fetch(`${url}/api/captcha`)).json()) as CaptchaChallenge;
  const kinds = garbageWith(sessionId);
  const free = Array.from({ length: CONNECTIONS }, () => openWire(url));
  let sent = 0;
  let answered = 0;

  async function send(wire: ReturnType<typeof openWire>): Promise<void> {
    const turn = sent++;
    const source = sourceOf(turn);
    try {
      // A page's length is not known beforehand: its connection ends with it.
      if (turn % (kinds.length + 1) === kinds.length) await postForm(url, source);
      else await wire.ask(post("/api/petition/sign", "application/json", kinds[turn % kinds.length] ?? "", source));
      answered += 1;
    } catch {
      // Turned away at the door.
    }
    free.push(wire);
  }

  const startedAt = performance.now();
  let now = startedAt;
  for (; now - startedAt < duration; now = performance.now()) {
    const due = ((now - startedAt) / 1000) * perSecond;
    while (sent < due) {
      const wire = free.pop();
      if (wire === undefined) break;
      void send(wire);
    }
    await pause(TICK);
  }
  for (const wire of free) wire.close();
  return { sent, answered, duration: now - startedAt };
});

/** Each of another network. */
function sourceOf(turn: number): string {
  const mixed = (turn * 2_654_435_761) >>> 0;
  return `${11 + (mixed >>> 25)}.${(mixed >>> 16) & 255}.${(mixed >>> 8) & 255}.${mixed & 255}`;
}

/** Broken, empty, forged, the same session from everywhere, with a solution that is none. */
function garbageWith(sessionId: string): string[] {
  const form = { fullName: "Anna Bergmüller", email: "anna@example.org", gdprConsent: true, captcha: "7" };
  const forged = "A".repeat(80);
  const forms = [{}, { ...form, sessionId: forged }, { ...form, sessionId }, { ...form, sessionId, solution: "4711" }];
  return ['{"fullName": "Anna', ...forms.map((one) => JSON.stringify(one))];
}

async function postForm(url: string, source: string): Promise<void> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on("error", () => socket.destroy());
  socket.write(post("/?index", "application/x-www-form-urlencoded", "fullName=Anna", source, "Connection: close\r\n"));
  socket.resume();
  await once(socket, "close");
}

function post(path: string, type: string, body: string, source: string, more = ""): string {
  const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nX-Forwarded-For: ${source}\r\nContent-Type: ${type}\r\n${more}`;
  return `${head}Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`;
}
