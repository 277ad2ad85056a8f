/** `unseen`: it could not be looked at. Only a `fault` must be mended before the site goes public. */
type Sign = "good" | "warning" | "fault" | "unseen";

/** No secret, and no text of another program, stands in either sentence. */
export interface Finding {
  sign: Sign;
  seen: string;
  /** What to do about it. */
  todo: string | null;
}

export function good(seen: string): Finding {
  return { sign: "good", seen, todo: null };
}

export function warning(seen: string, todo: string): Finding {
  return { sign: "warning", seen, todo };
}

export function fault(seen: string, todo: string): Finding {
  return { sign: "fault", seen, todo };
}

export function unseen(seen: string, todo: string): Finding {
  return { sign: "unseen", seen, todo };
}

/** Where nothing was found, the one sentence that says so. */
export function orGood(found: Finding[], seen: string): Finding[] {
  return found.length > 0 ? found : [good(seen)];
}
