/** As it stands on the wire: every text is bytes, characters up to U+00FF, one byte each. */

export type Header = [name: string, value: string];

/** How the body says where it ends. All but the first two lie. */
export const FRAMINGS = ["length", "chunked", "too-short", "too-long", "both", "none"] as const;
export type Framing = (typeof FRAMINGS)[number];

export interface StrangeRequest {
  method: string;
  /** As in the request line, with the query. */
  target: string;
  headers: Header[];
  body: string | null;
  framing: Framing;
  /** The proxy in front names this source, after whatever the request claims itself. */
  source: string;
}

export function bytesOf(text: string): string {
  return Buffer.from(text, "utf8").toString("latin1");
}

/** Whether an HTTP server may close without a word. */
export function breaksOff({ method, framing }: StrangeRequest): boolean {
  return method === "CONNECT" || !["length", "chunked"].includes(framing);
}

/** `host` stands where the request names none. */
export function onTheWire(request: StrangeRequest, host: string): Buffer {
  const { method, target, headers, body, framing, source } = request;
  const lines = [
    `${method} ${target} HTTP/1.1`,
    ...(headers.some(([name]) => name.toLowerCase() === "host") ? [] : [`Host: ${host}`]),
    ...headers.map(([name, value]) => `${name}: ${value}`),
    ...framed(body, framing),
    `X-Forwarded-For: ${source}`,
    "Connection: close",
  ];
  const isChunked = body !== null && (framing === "chunked" || framing === "both");
  const sent = isChunked ? `${body.length.toString(16)}\r\n${body}\r\n0\r\n\r\n` : (body ?? "");
  return Buffer.from(`${lines.join("\r\n")}\r\n\r\n${sent}`, "latin1");
}

function framed(body: string | null, framing: Framing): string[] {
  if (body === null) return [];
  switch (framing) {
    case "length":
      return [`Content-Length: ${body.length}`];
    case "chunked":
      return ["Transfer-Encoding: chunked"];
    case "too-short":
      return [`Content-Length: ${Math.floor(body.length / 2)}`];
    case "too-long":
      return [`Content-Length: ${body.length + 1000}`];
    case "both":
      return ["Transfer-Encoding: chunked", `Content-Length: ${body.length}`];
    case "none":
      return [];
  }
}
