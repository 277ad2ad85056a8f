/** `npm run fuzz -- [--requests N] [--seed S] [--from N] [--engine embedded|server]`. Ends with 1 if anything was found. */
import { execFileSync } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startPostgres } from "../../server/testing/postgres-server.ts";
import { openBesiegedSite } from "./site.ts";
import { type Found, type Storm, storm } from "./storm.ts";

const { values } = parseArgs({
  options: {
    requests: { type: "string", default: "100000" },
    seed: { type: "string", default: String(Date.now() % 1_000_000) },
    from: { type: "string", default: "0" },
    engine: { type: "string", default: "server" },
  },
});
const engine = values.engine === "embedded" ? "embedded" : "server";
const [requests, seed, from] = [Number(values.requests), Number(values.seed), Number(values.from)];

execFileSync(process.execPath, [join(import.meta.dirname, "..", "..", "server", "build-once.ts")], { stdio: "inherit" });
const dataFolder = await mkdtemp(join(tmpdir(), "petition-strangers-"));
const postgres = engine === "server" ? await startPostgres() : null;
try {
  // Either way of deleting has links that the other lacks.
  const deleteBy = engine === "server" ? "request" : "link";
  const site = await openBesiegedSite({ engine, deleteBy, on: { databaseUrl: postgres?.url, dataFolder } });
  try {
    console.log(`${requests} requests from seed ${seed} against the ${engine} database`);
    const progress = (sent: number, found: Found[]) => {
      for (const one of found) tell(one);
      if (sent % 10_000 === 0) console.log(`${sent} sent`);
    };
    print(await storm(site, { seed, requests, from, progress }));
  } finally {
    await site.close();
  }
} finally {
  await postgres?.remove();
  await rm(dataFolder, { recursive: true, force: true });
}

function print({ sent, classes, requestsPerSecond, found }: Storm): void {
  const counts = Object.entries(classes)
    .sort()
    .map(([name, count]) => `${name}: ${count}`);
  console.log(`${sent} requests, ${Math.round(requestsPerSecond)} a second. ${counts.join(", ")}`);
  console.log(found.length === 0 ? "\nNothing was found." : `\n${found.length} findings.`);
  if (found.length > 0) process.exitCode = 1;
}

function tell({ where, faults, smallest }: Found): void {
  console.log(`\n${where}: ${faults.slice(0, 5).join("; ")}${faults.length > 5 ? `; and ${faults.length - 5} more` : ""}`);
  if (smallest) console.log(JSON.stringify(smallest, (_, value) => (typeof value === "string" ? shortened(value) : value)));
}

function shortened(text: string): string {
  return text.length > 300 ? `${text.slice(0, 200)}… (${text.length})` : text;
}
