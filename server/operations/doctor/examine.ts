import type { Milliseconds } from "../../../petition/duration.ts";

/** `unseen`: it could not be looked at. Only a `fault` must be mended before the site goes public. */
type Sign = "good" | "warning" | "fault" | "unseen";

/** No secret, and no text of another program, stands in either sentence. */
export interface Finding {
  sign: Sign;
  seen: string;
  todo: string | null;
}

export function good(seen: string): Finding {
  return { sign: "good", seen, todo: null };
}

export const warning = findingWith("warning");
export const fault = findingWith("fault");
export const unseen = findingWith("unseen");

function findingWith(sign: Sign) {
  return (seen: string, todo: string): Finding => ({ sign, seen, todo });
}

export type Findings = Finding | Finding[];

export function found<One = Finding>(...perhaps: (One | false | null)[]): One[] {
  return perhaps.filter((one) => one !== false && one !== null) as One[];
}

export function orGood(seen: string, ...perhaps: (Finding | false | null)[]): Finding[] {
  const all = found(...perhaps);
  return all.length > 0 ? all : [good(seen)];
}

/** What it takes at most; the mail server's own limits end before. */
const PATIENCE = 30_000;

export interface Check {
  name: string;
  needs?: string[];
  look(ending: AbortSignal): Findings | Promise<Findings>;
}

export type Examined = Finding & { check: string };

/** Side by side; told in the order given. `refused`: settings that cannot be used, which are complained of elsewhere. */
export async function examine(checks: Check[], refused: ReadonlySet<string>, patience = PATIENCE): Promise<Examined[]> {
  const found = await Promise.all(
    checks.map(async ({ name, needs = [], look }) => {
      const missing = needs.find((setting) => refused.has(setting));
      const findings = missing
        ? unseen(`not looked at, since ${missing} cannot be used.`, `Mend ${missing} first.`)
        : await lookWithin(look, patience);
      return [findings].flat().map((finding) => ({ check: name, ...finding }));
    }),
  );
  return found.flat();
}

async function lookWithin(look: Check["look"], patience: Milliseconds): Promise<Findings> {
  const ending = new AbortController();
  const { promise: late, resolve } = Promise.withResolvers<Finding>();
  const todo = "Try again; if it stays so, look at the way to what is asked.";
  const timer = setTimeout(() => resolve(unseen(`not done after ${patience / 1000} seconds.`, todo)), patience);
  try {
    return await Promise.race([Promise.resolve(ending.signal).then(look).catch(failed), late]);
  } finally {
    clearTimeout(timer);
    ending.abort();
  }
}

/** Messages may quote a connection's address with its password. */
function failed(failure: unknown): Finding {
  return unseen(`could not be looked at (${codeOf(failure)}).`, "Try again; if it stays so, please report it.");
}

export function codeOf(failure: unknown): string {
  for (let next = failure; next instanceof Error; next = next.cause) {
    const { code } = next as NodeJS.ErrnoException;
    if (typeof code === "string" && code !== "") return code;
    if (next.cause === undefined) return next.name;
  }
  return "unknown";
}
