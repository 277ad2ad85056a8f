import { randomBytes } from "node:crypto";
import type { IncomingMessage } from "node:http";
import type { Configuration } from "../configuration.ts";

/** As nginx, Caddy and others make them, and nothing else: what an address could be written into is no id. */
const FITTING = /^(?:[0-9a-f]{32}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/i;

/** By which the lines of one request are found. A trusted proxy's own, so that its log can be followed into ours. */
export function makeRequestIds(trustProxy: Configuration["trustProxy"]): (request: IncomingMessage) => string {
  const ours = randomBytes(12).toString("hex");
  let made = 0;
  return ({ headers, socket }) => {
    const given = headers["x-request-id"];
    if (typeof given === "string" && FITTING.test(given) && trustProxy?.(socket.remoteAddress ?? "", 0)) return given;
    made = (made + 1) % 2 ** 32;
    return ours + made.toString(16).padStart(8, "0");
  };
}
