/** `npm run lighthouse`. Other work on the machine makes performance look worse. */
import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import lighthouse from "lighthouse";
import { systemClock } from "../server/platform/clock.ts";
import { readConfiguration } from "../server/platform/config/configuration.ts";
import { portOf } from "../server/platform/http/app.ts";
import { openSite } from "../server/site.ts";
import { findBrowser } from "./browser.ts";

/** Each with the least that its performance may be worth. */
const PAGES = { "/": 0.99, "/digitaler-euro": 0.95 };
const LEAST = { accessibility: 1, "best-practices": 1, seo: 1 };
/** As Lighthouse calls them, with what they are in short. */
const FIGURES = {
  "largest-contentful-paint": "largest paint",
  "cumulative-layout-shift": "moved",
  "total-blocking-time": "blocked",
};
/** The best of so many is taken. */
const RUNS = 3;
const PORT_WAIT = 20_000;

const folder = mkdtempSync(join(tmpdir(), "petition-lighthouse-"));
const settings = readConfiguration({ DATA_DIR: join(folder, "data"), PORT: "0" });
const site = await openSite({ ...settings, clock: systemClock, logger: false });
await site.app.listen({ host: "127.0.0.1", port: 0 });
const address = `http://localhost:${portOf(site.app)}`;
const { port, stop } = await startBrowser();
let failed = false;
try {
  for (const [page, performance] of Object.entries(PAGES)) failed = !(await measure(page, { ...LEAST, performance })) || failed;
} finally {
  await stop();
  await site.close();
  rmSync(folder, { recursive: true, force: true });
}
process.exit(failed ? 1 : 0);

async function measure(page: string, least: Record<string, number>): Promise<boolean> {
  const scores: Record<string, number> = {};
  const figures: Record<string, { value: number; shown: string }> = {};
  const faults = new Set<string>();
  for (let run = 0; run < RUNS; run++) {
    const result = await lighthouse(address + page, { port, logLevel: "error" });
    if (!result) throw new Error("Lighthouse measured nothing.");
    const { categories, audits } = result.lhr;
    for (const [name, { score, auditRefs }] of Object.entries(categories)) {
      scores[name] = Math.max(scores[name] ?? 0, score ?? 0);
      if ((score ?? 0) >= (least[name] ?? 0)) continue;
      for (const { id, weight } of auditRefs) {
        const audit = audits[id];
        if (audit && weight > 0 && (audit.score ?? 1) < 0.9)
          faults.add(`${name}: ${audit.title} ${audit.displayValue ?? ""}`.trim());
      }
    }
    for (const id of Object.keys(FIGURES)) {
      const { numericValue: value = Number.POSITIVE_INFINITY, displayValue: shown = "?" } = audits[id] ?? {};
      if (value < (figures[id]?.value ?? Number.POSITIVE_INFINITY)) figures[id] = { value, shown };
    }
  }
  const isGood = Object.entries(least).every(([name, least]) => (scores[name] ?? 0) >= least);
  const worth = Object.entries(scores).map(([name, score]) => `${name} ${Math.round(score * 100)}`);
  const measured = Object.entries(FIGURES).map(([id, name]) => `${name} ${figures[id]?.shown}`);
  console.log(`${page}  ${[...worth, ...measured].join(", ")}`);
  if (!isGood) for (const fault of faults) console.log(`  ${fault}`);
  return isGood;
}

async function startBrowser(): Promise<{ port: number; stop(): Promise<void> }> {
  const flags = ["--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--remote-debugging-port=0"];
  const browser = spawn(await findBrowser(), [...flags, `--user-data-dir=${join(folder, "profile")}`, "about:blank"], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  const ended = new Promise<void>((resolve) => browser.once("exit", () => resolve()));
  const port = await new Promise<number>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("The browser does not answer.")), PORT_WAIT);
    let said = "";
    browser.stderr.on("data", (chunk) => {
      said += chunk;
      const found = /DevTools listening on ws:\/\/[^:]+:(\d+)/.exec(said)?.[1];
      if (!found) return;
      clearTimeout(timer);
      resolve(Number(found));
    });
    browser.once("error", reject);
  });
  return {
    port,
    async stop() {
      browser.kill();
      await ended;
    },
  };
}
