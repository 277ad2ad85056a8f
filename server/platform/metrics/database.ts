import { Distributions } from "./distributions.ts";

const SHORT = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 15];

export const statementDurations = new Distributions({
  name: "petition_database_statement_duration_seconds",
  help: "From handing a statement to the database to its answer, by kind of statement",
  labelNames: ["statement"],
  buckets: SHORT,
});

export const connectionWaits = new Distributions({
  name: "petition_database_wait_duration_seconds",
  help: "For how long a connection of the pool was waited for",
  buckets: SHORT,
});
