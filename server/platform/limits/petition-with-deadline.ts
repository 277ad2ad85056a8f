import type { Petition } from "../../../contract/petition.ts";
import { withinDeadline } from "../database/deadline.ts";

/** These answer with an outcome of their own when it is late; `deletesBy` never throws. */
const SAY_SO_THEMSELVES: ReadonlySet<string> = new Set<keyof Petition>([
  ...(["sign", "resend", "confirm", "withdraw", "sendPersonalLink", "deletesBy"] as const),
]);

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
