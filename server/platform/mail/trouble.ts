import type { Log } from "../jobs/outbox.ts";
import { adviceOn, failureCode, isAboutOneEmail, sortFailure } from "./failures.ts";

export interface Trouble {
  code: string;
  since: Date;
}

const MINUTE = 60_000;
/** Servers put off unknown senders for some minutes (greylisting). */
const PUT_OFF = 15 * MINUTE;
const LOGGED_EVERY = 60 * MINUTE;

export function watchTrouble(log: Log) {
  let since: Date | null = null;
  let trouble: Trouble | null = null;
  let logged = { code: "", at: 0 };
  return {
    standing: () => trouble,
    taken() {
      since = null;
      trouble = null;
    },
    failed(failure: unknown, at: Date) {
      if (sortFailure(failure) === "never") return;
      since ??= at;
      if (isAboutOneEmail(failure) && at.getTime() - since.getTime() < PUT_OFF) return;
      const code = failureCode(failure);
      trouble = { code, since };
      if (logged.code === code && at.getTime() - logged.at < LOGGED_EVERY) return;
      logged = { code, at: at.getTime() };
      log.warn({ code, todo: adviceOn(code)?.todo }, "The mail server takes no e-mails; they wait");
    },
  };
}
