import { UnusableSetting } from "./platform/config/kinds.ts";
import { EmbeddedDatabaseInUse } from "./platform/database/embedded.ts";
import { isAway, refusedParameter } from "./platform/database/failures.ts";
import { OtherMigrations, UnusableDatabase } from "./platform/database/migrate.ts";
import { LIMITS } from "./platform/database/session.ts";

export function sentenceOf(failure: unknown): string {
  if (failure instanceof UnusableSetting) return failure.message;
  const { code, message, stack } = failure as NodeJS.ErrnoException;
  if (code === "EADDRINUSE") return "PORT: another program listens there already.";
  if (code === "ENOSPC" || code === "53100")
    return `The disk is full (${code}): make room, and start again (docs/operating/something-is-wrong.md, "The disk is full").`;
  if (code === "EACCES" || code === "EADDRNOTAVAIL") return `HOST and PORT: cannot listen there (${code}).`;
  if (failure instanceof EmbeddedDatabaseInUse || failure instanceof OtherMigrations || failure instanceof UnusableDatabase)
    return message;
  const refused = refusedParameter(failure);
  if (refused)
    return `DATABASE_URL: what stands before the database refuses our ${refused}. For PgBouncer: ignore_startup_parameters = ${Object.keys(LIMITS).join(", ")} (docs/operating/first-day.md, "The database").`;
  if (code === "ERR_TLS_CERT_ALTNAME_INVALID")
    return `DATABASE_URL: the certificate of the database is for another name (${code}): write the name that is in it.`;
  if (code && /^(?:DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|CERT|ERR_TLS|ERR_SSL)_/.test(code))
    return `DATABASE_URL: the certificate of the database cannot be verified (${code}). If its provider has a CA of its own, add sslrootcert=FILE to the address (docs/operating/first-day.md, "The database").`;
  if (message === "The server does not support SSL connections")
    return "DATABASE_URL: the database speaks no TLS: leave sslmode out if the way to it is safe.";
  if (message.startsWith("SASL:"))
    return "DATABASE_URL: the database asks for a password, and does not accept the one in the address.";
  if (isAway(failure)) return `DATABASE_URL: the database does not answer (${code ?? message}).`;
  // No such user, wrong password, no such database (PostgreSQL manual, appendix A).
  if (code && /^(?:28|3D)/.test(code)) return `DATABASE_URL: the database does not let us in (${code}).`;
  return stack ?? message;
}
