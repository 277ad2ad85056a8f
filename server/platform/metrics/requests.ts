import { type Distribution, Distributions } from "./distributions.ts";

export const requestDurations = new Distributions({
  name: "petition_http_request_duration_seconds",
  help: "From reading a request's head to the end of its answer, or until one that is kept in memory is handed to the system, by method, by the route's or the page's pattern, and by class of status",
  labelNames: ["method", "route", "status"],
  buckets: [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
});

const METHODS = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** By class of status, of one route and method. */
type Classes = (Distribution | undefined)[];

const known = new Map<string, Map<string, Classes>>();

/** `route` must be one of few: never a path. */
export function observeRequest(method: string, route: string, status: number, seconds: number): void {
  const ofRoute = known.get(route) ?? remember(known, route, new Map<string, Classes>());
  const classes = ofRoute.get(method) ?? remember(ofRoute, method, [] as Classes);
  const ofClass = Math.floor(status / 100);
  let durations = classes[ofClass];
  if (durations === undefined) {
    durations = requestDurations.of({ method: METHODS.has(method) ? method : "other", route, status: `${ofClass}xx` });
    classes[ofClass] = durations;
  }
  durations.observe(seconds);
}

function remember<Value>(into: Map<string, Value>, key: string, value: Value): Value {
  into.set(key, value);
  return value;
}
