/** Every address that the site answers, taken from the site itself: what is added is attacked without being named here. */
import type { FastifyInstance } from "fastify";
import routes from "../../web/routes.ts";

export interface Place {
  /** `/api/petition/confirm/:token`; a star at its end takes everything below. */
  path: string;
  methods: string[];
}

export function placesOf(app: FastifyInstance): Place[] {
  return [...calls(app), ...pages()];
}

/** The framework prints its routes as a tree, a part of the path on each line. */
function calls(app: FastifyInstance): Place[] {
  const above: string[] = [];
  const found: Place[] = [];
  for (const line of app.printRoutes({ commonPrefix: false }).split("\n")) {
    const [, indent = "", part = "", methods] = /^((?:│ {3}| {4})*)[├└]── (.*?)(?: \(([A-Z, -]+)\))?$/.exec(line) ?? [];
    if (part === "") continue;
    const depth = indent.length / 4;
    above.length = depth;
    above[depth] = part;
    // All pages are one route to the framework.
    if (methods !== undefined && above.join("") !== "/*") found.push({ path: above.join(""), methods: methods.split(", ") });
  }
  return found;
}

function pages(): Place[] {
  return routes.map(({ path = "" }) => ({ path: `/${path}`, methods: ["GET", "HEAD", "POST"] }));
}
