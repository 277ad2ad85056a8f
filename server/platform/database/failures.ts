/** Codes: PostgreSQL manual, appendix A. */

const SYSTEM_CODES =
  /^(?:ECONNREFUSED|ECONNRESET|ECONNABORTED|EPIPE|ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|ENOTFOUND|EAI_AGAIN)$/;

const SERVER_AWAY = /^(?:57P0[1235]|25006|(?:08|53)...)$/;
const SERVER_BUSY = ["55P03", "57014"];
const DRIVER_MESSAGES = [
  "Connection terminated",
  "timeout exceeded when trying to connect",
  "Client has encountered a connection error and is not queryable",
  "Client was closed and is not queryable",
  "Cannot use a pool after calling end on the pool",
];

export function isAway(error: unknown): boolean {
  return isGone(error) || chain(error).some(({ code }) => code !== undefined && SERVER_BUSY.includes(code));
}

function isGone(error: unknown): boolean {
  return chain(error).some(({ code, message, severity, syscall }) => {
    if (severity === "PANIC") return true;
    if (code === undefined) return DRIVER_MESSAGES.some((start) => message.startsWith(start));
    // The Unix socket is gone together with the embedded database.
    if (code === "ENOENT") return syscall === "connect";
    return SYSTEM_CODES.test(code) || SERVER_AWAY.test(code);
  });
}

const LOST = ["ECONNRESET", "EPIPE", "57P01", "57P02"];

export function isUnsure(error: unknown): boolean {
  return chain(error).some(
    ({ code, message, severity }) =>
      severity === "PANIC" || (code === undefined ? message === "Connection terminated unexpectedly" : LOST.includes(code)),
  );
}

export function isUniqueViolation(error: unknown, constraint?: string): boolean {
  return chain(error).some((one) => one.code === "23505" && (constraint === undefined || one.constraint === constraint));
}

export function isNullRefused(error: unknown): boolean {
  return chain(error).some(({ code }) => code === "23502");
}

export function isRetryable(error: unknown): boolean {
  return isStalePlan(error) || chain(error).some(({ code }) => code === "40001" || code === "40P01");
}

/** A migration has changed the type of a column that a connection's named statement answers: it fails on that connection for ever. */
export function isStalePlan(error: unknown): boolean {
  return chain(error).some(({ code, message }) => code === "0A000" && message.startsWith("cached plan"));
}

export function refusedParameter(error: unknown): string | null {
  const refusals = chain(error).map(({ message }) => /unsupported startup parameter(?: in options)?: (\w+)/.exec(message)?.[1]);
  return refusals.find((name) => name !== undefined) ?? null;
}

interface Failure {
  message: string;
  code?: string;
  severity?: string;
  syscall?: string;
  constraint?: string;
}

function chain(error: unknown): Failure[] {
  const found = new Set<Failure>();
  for (let next = error; next instanceof Error && !found.has(next); next = next.cause) found.add(next);
  return [...found];
}

/** Without personal data: messages of database errors repeat the values of the statement. */
export function nameOf(error: unknown): string {
  for (let cause = error; cause instanceof Error; cause = cause.cause)
    if ("code" in cause && typeof cause.code === "string") return cause.code;
  return error instanceof Error ? error.name : typeof error;
}
