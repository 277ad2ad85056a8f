/** Let through is what makes no element, and the one that React makes out of a string: a script, empty, that never runs. */
const EMPTY_SCRIPT = "<script></script>";

export function harmless(markup: string): string | null {
  return markup === EMPTY_SCRIPT || !markup.includes("<") ? markup : null;
}

/** As it is built, and as it is developed. */
const WORKER = /^\/(?:assets|web\/transparency)\/[\w-]+-worker(?:-[\w-]+\.js|\.ts\?[\w&=]+)$/;

export function ownWorker(url: string, origin: string): string | null {
  return url.startsWith(origin) && WORKER.test(url.slice(origin.length)) ? url : null;
}

type Rules = Record<"createHTML" | "createScriptURL", (text: string) => string | null>;
type Factory = { createPolicy(name: string, rules: Rules): unknown };

const { trustedTypes } = globalThis as { trustedTypes?: Factory };
const createScriptURL = (url: string) => ownWorker(url, location.origin);
trustedTypes?.createPolicy("default", { createHTML: harmless, createScriptURL });
