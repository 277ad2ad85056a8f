import { type IncomingHttpHeaders, request as plainRequest } from "node:http";
import { request as secureRequest } from "node:https";
import { connect, type TLSSocket } from "node:tls";
import { DAY } from "../../../petition/duration.ts";

const PATIENCE = 8_000;
const LONGEST = 2 * 1024 * 1024;

export type Answer = { status: number; headers: IncomingHttpHeaders; body: string };

type Asking = { method?: "GET" | "POST" | "HEAD"; headers?: Record<string, string>; body?: string };

/** Follows no redirect, and goes past the connections that others share. Throws with a system or certificate code. */
export function ask(address: string, { method = "GET", headers = {}, body }: Asking = {}): Promise<Answer> {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>();
  const send = address.startsWith("https:") ? secureRequest : plainRequest;
  const signal = AbortSignal.timeout(PATIENCE);
  const length = body === undefined ? {} : { "content-length": String(Buffer.byteLength(body)) };
  const asking = send(address, { method, headers: { ...headers, ...length }, agent: false, signal }, (answer) => {
    const parts: Buffer[] = [];
    let size = 0;
    answer.on("error", reject);
    answer.on("data", (part: Buffer) => {
      size += part.length;
      if (size > LONGEST) answer.destroy(Object.assign(new Error("too long"), { code: "ETOOLONG" }));
      else parts.push(part);
    });
    answer.on("end", () => {
      resolve({ status: answer.statusCode ?? 0, headers: answer.headers, body: Buffer.concat(parts).toString("utf8") });
    });
  });
  asking.on("error", (failure) => reject(signal.aborted ? Object.assign(failure, { code: "ETIMEDOUT" }) : failure));
  asking.end(body);
  return promise;
}

/** Until when the certificate is valid that is shown at an https address, whether or not it is good for anything else. */
export function endOfCertificate(address: string): Promise<Date> {
  const { hostname, port } = new URL(address);
  const host = hostname.replace(/^\[|\]$/g, "");
  const { promise, resolve, reject } = Promise.withResolvers<Date>();
  const socket: TLSSocket = connect({ host, port: Number(port || 443), servername: host, rejectUnauthorized: false }, () => {
    resolve(new Date(socket.getPeerCertificate().valid_to));
    socket.destroy();
  });
  socket.setTimeout(PATIENCE, () => socket.destroy(Object.assign(new Error("silence"), { code: "ETIMEDOUT" })));
  socket.on("error", reject);
  return promise;
}

/** Who renews by themselves do so thirty days before the end: half of that is left for whatever went wrong. */
export const CERTIFICATE_DAYS = 14;

export function daysLeft(end: Date, now: Date): number {
  return Math.floor((end.getTime() - now.getTime()) / DAY);
}
