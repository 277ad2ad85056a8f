/** Nobody waits for long for what an answer needs, whatever they ask for (decision 0043). */
import type { Petition } from "../../../contract/petition.ts";
import { withinDeadline } from "../database/deadline.ts";

/** These have an outcome for it, with a sentence about themselves; the last one never throws. */
const SAY_SO_THEMSELVES: ReadonlySet<string> = new Set<keyof Petition>([
  ...(["sign", "resend", "confirm", "withdraw", "sendPersonalLink", "deletesBy"] as const),
]);

/** The same petition; what it promises and is late with throws `DeadlineExceeded`. What was begun goes on. */
export function petitionWithDeadline(petition: Petition): Petition {
  const limited = Object.entries(petition)
    .filter(([name]) => !SAY_SO_THEMSELVES.has(name))
    .map(([name, ask]) => [name, inTimeIfLater(ask as (...given: unknown[]) => unknown)]);
  return { ...petition, ...Object.fromEntries(limited) };
}

function inTimeIfLater<Given extends unknown[]>(ask: (...given: Given) => unknown) {
  return (...given: Given): unknown => {
    const answer = ask(...given);
    return answer instanceof Promise ? withinDeadline(answer) : answer;
  };
}
