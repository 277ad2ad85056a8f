import { join } from "node:path";
import type { Plugin } from "vite";

const UNDECORATED = join(import.meta.dirname, "undecorated.ts");

/** What the router's plugin puts before a page that it wraps. */
const DECORATING = /(import\s*\{\s*UNSAFE_withComponentProps(?:\s+as\s+\w+)?\s*\}\s*from\s*)["']react-router["']/;

/** Pages get `undecorated.ts` for what wraps them. What changes on the server alone, or has run once a page lives, loads an open page anew. */
export function pageRuntime(): Plugin {
  return {
    name: "pageRuntime",
    enforce: "post",
    // By its text: while one develops, Vite hands packages to Node on the server without asking where they lie.
    transform: (code) =>
      DECORATING.test(code) ? { code: code.replace(DECORATING, `$1${JSON.stringify(UNDECORATED)}`), map: null } : undefined,
    hotUpdate({ file, server }) {
      if (this.environment.name === "ssr" && /\.(?:server|client)\.tsx?$/.test(file)) server.ws.send({ type: "full-reload" });
    },
  };
}
