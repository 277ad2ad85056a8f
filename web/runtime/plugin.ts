import { join } from "node:path";
import type { Plugin } from "vite";

const UNDECORATED = join(import.meta.dirname, "undecorated.ts");

const DECORATING = /(import\s*\{\s*UNSAFE_withComponentProps(?:\s+as\s+\w+)?\s*\}\s*from\s*)["']react-router["']/;

/** Replaces the router's wrapper of pages by `undecorated.ts`. A changed file that only the server runs reloads an open page. */
export function pageRuntime(): Plugin {
  return {
    name: "pageRuntime",
    enforce: "post",
    // By its text: in development, Vite leaves packages to Node on the server and does not resolve them.
    transform: (code) =>
      DECORATING.test(code) ? { code: code.replace(DECORATING, `$1${JSON.stringify(UNDECORATED)}`), map: null } : undefined,
    hotUpdate({ file, server }) {
      if (this.environment.name === "ssr" && /\.(?:server|client)\.tsx?$/.test(file)) server.ws.send({ type: "full-reload" });
    },
  };
}
