import { readFileSync } from "node:fs";

/** For what must not run as root: any user that the system knows will do. Undefined where this process is not root. */
export function unprivilegedUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined;
  for (const name of ["postgres", "nobody"]) {
    const entry = readFileSync("/etc/passwd", "utf8").match(new RegExp(`^${name}:[^:]*:(\\d+):(\\d+):`, "m"));
    if (entry) return { uid: Number(entry[1]), gid: Number(entry[2]) };
  }
  throw new Error(
    "The tests run as root, PostgreSQL must not, and this system knows neither a user postgres nor nobody. Run them as another user, or set TEST_DATABASE_URL.",
  );
}
