import { Counter } from "prom-client";

export const connectionsRefused = new Counter({
  name: "petition_connections_refused_total",
  help: "Connections that were closed at once, since there were as many as there may be, or since too much lay on them unread",
  registers: [],
});

export function countConnectionRefused(): void {
  connectionsRefused.inc();
}
