import { breaksOff, type StrangeRequest } from "./request.ts";
import type { BesiegedSite } from "./site.ts";
import { headerOf, type RawAnswer } from "./wire.ts";

/** Given by the HTTP server itself, before any code of ours. */
const BEFORE_US = [400, 408, 417, 431];
/** In everything that strangers type. */
const CANARY = /kanarien/i;
const EMAIL = /[\w.+-]+@[\w-]+\.[a-z]{2,}/i;
const STACK = /\n {4}at |at [\w.<>]+ \(|node:internal|file:\/\/\//;

/** `sent`: with all names filled in. */
export function faultsOf(sent: StrangeRequest, answer: RawAnswer | null, { secrets, adminKey }: BesiegedSite): string[] {
  if (answer === null) return breaksOff(sent) ? [] : ["closed without an answer"];
  const whole = [...answer.headers.map((pair) => pair.join(": ")), answer.body, answer.rest].join("\n");
  const asked = [sent.method, sent.target, ...sent.headers.map(([, value]) => value), sent.body ?? ""].join("\n");
  const told = asked.includes(adminKey) ? [] : secrets.filter((secret) => whole.includes(secret) && !knows(asked, secret));
  return [
    ...(answer.status >= 100 && answer.status < 500 ? [] : [`status ${answer.status}`]),
    ...told.map((secret) => `tells ${JSON.stringify(secret.slice(0, 40))}`),
    ...(STACK.test(whole) ? ["shows a stack"] : []),
    ...faultsOfCall(sent, answer),
    ...faultsOfTarget(answer),
    ...faultsOfHeaders(sent, answer),
  ];
}

/** The HTTP server's own remarks about broken requests, in front of everything that a site can be set to write. */
const TRACE = '"level":"trace",';

/** Of accidents at the same place one. */
export function faultsOfLog(lines: string[], secrets: string[]): string[] {
  const byPlace = new Map(
    lines.filter((line) => !line.includes(TRACE)).map((line) => [/\bat [^"]*/.exec(line)?.[0] ?? line, line]),
  );
  return [...byPlace.values()].flatMap((line) => {
    const isTelling = CANARY.test(line) || EMAIL.test(line) || secrets.some((secret) => line.includes(secret));
    if (isTelling) return [`the log tells: ${line.slice(0, 300)}`];
    return STACK.test(line) || /"frames"|page failed/.test(line) ? [`the log shows a stack: ${line.slice(0, 900)}`] : [];
  });
}

function knows(asked: string, secret: string): boolean {
  return (
    asked.includes(secret) ||
    asked.includes(encodeURIComponent(secret)) ||
    asked.includes(Buffer.from(secret).toString("latin1"))
  );
}

function faultsOfCall({ target, method }: StrangeRequest, answer: RawAnswer): string[] {
  if (!/^\/api\//.test(target) || answer.status < 400 || answer.status === 417 || method === "HEAD") return [];
  try {
    const { message } = JSON.parse(answer.body) as { message?: unknown };
    return typeof message === "string" && message !== "" ? [] : ["a refusal without a sentence"];
  } catch {
    return ["a refusal that is no JSON"];
  }
}

function faultsOfTarget(answer: RawAnswer): string[] {
  const location = headerOf(answer, "location");
  return location === null || /^\/(?![/\\])[\x21-\x7e]*$/.test(location) ? [] : [`leads to ${JSON.stringify(location)}`];
}

/** The public log, and open data. */
const OPEN_TO_ALL = /^\/(?:log\/|api\/open\/|api\/petition\/stats(?:[?#]|$))/;

/** Without scheme and host, as in a request to a proxy, and without percent-encoding. */
function plainTarget(target: string): string {
  const path = target.replace(/^[a-z]+:\/\/[^/?#]*/i, "");
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function faultsOfHeaders({ headers, target }: StrangeRequest, answer: RawAnswer): string[] {
  const isOurs = !BEFORE_US.includes(answer.status);
  const faults: string[] = [];
  if (isOurs && headerOf(answer, "x-content-type-options") !== "nosniff") faults.push("may be taken for another type");
  if (isOurs && headerOf(answer, "content-security-policy") === null) faults.push("has no content policy");
  if (headerOf(answer, "access-control-allow-origin") !== null) {
    if (!OPEN_TO_ALL.test(plainTarget(target))) faults.push("may be read by other sites");
    if (headerOf(answer, "set-cookie") !== null) faults.push("sets a cookie for whoever reads it from another site");
  }
  const isForeign = headers.some(([name, value]) => name === "Origin" && /evil|null|file/.test(value));
  // A form of another site can send these, without asking first.
  const isForm = headers.some(
    ([name, value]) => name === "Content-Type" && /^(text\/plain|multipart|application\/x-www)/.test(value),
  );
  if (isForeign && isForm && headerOf(answer, "set-cookie") !== null) faults.push(`another site sets a cookie at ${target}`);
  if (headerOf(answer, "set-cookie")?.includes("kanarien")) faults.push("a cookie holds what was typed");
  return faults;
}
