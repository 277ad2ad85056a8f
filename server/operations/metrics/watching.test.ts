/** Alarms, dashboard and paper speak of metrics: each is there once the site has been used, and each that is there is spoken of. */
import { execFileSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { parse } from "yaml";
import { openWitness } from "../../../log-tools/witness/witness.ts";
import { openHouse } from "../../testing/house.ts";
import { anna, bruno } from "../../testing/people.ts";
import { type Exposed, exposedIn } from "../../testing/prometheus.ts";

const ROOT = join(import.meta.dirname, "../../..");
const FOLDER = join(ROOT, "deploy/watching");
const textOf = (file: string) => readFileSync(join(ROOT, file), "utf8");

interface Rule {
  alert: string;
  expr: string;
  labels: Record<string, string>;
  annotations: Record<string, string>;
}
const { groups } = parse(textOf("deploy/watching/alerts.yaml")) as { groups: { rules: Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);

interface Panel {
  type: string;
  title: string;
  targets?: { expr: string }[];
}
const { panels } = JSON.parse(textOf("deploy/watching/dashboard.json")) as { panels: Panel[] };

let metrics: string;
let exposed: Map<string, Exposed>;

/** A site with everything that can be switched on, once people and the clock have done their part. */
beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), "watched-"));
  const place = { host: "127.0.0.1", port: 0, keyFile: join(folder, "key"), name: "witness.example/w" };
  const witness = await openWitness({ ...place, logs: new Map(), seconds: () => 0 });
  const house = await openHouse("embedded", {
    LOG_WITNESSES: `http://127.0.0.1:${witness.port} ${witness.key}`,
  });
  await house.get("/");
  await house.sign(bruno, { captcha: "0" });
  await house.signAndConfirm(anna);
  await house.site.tasks.runDue();
  metrics = (await house.get<string>("/metrics")).body;
  exposed = exposedIn(metrics);
  await house.close();
  await witness.close();
  await rm(folder, { recursive: true, force: true });
});

/** Names and labels that an expression speaks of; `instance` and `job` are given by Prometheus itself. */
function spokenOfIn(expression: string): { name: string; labels: string[] }[] {
  return [...expression.matchAll(/\b((?:petition|process|nodejs)_\w+)(?:\{([^}]*)\})?/g)].map(
    ([, name = "", matchers = ""]) => ({
      name,
      labels: [...matchers.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)]
        .map(([, label = ""]) => label)
        .filter((label) => !["instance", "job"].includes(label)),
    }),
  );
}

function unknownIn(expression: string): string[] {
  return spokenOfIn(expression).flatMap(({ name, labels }) => {
    const family = exposed.get(name.replace(/_(?:bucket|sum|count)$/, "")) ?? exposed.get(name);
    if (!family?.samples.has(name)) return [`no ${name}`];
    return labels.filter((label) => label !== "le" && !family.labels.has(label)).map((label) => `${name} has no ${label}`);
  });
}

describe("What watches the site", () => {
  test.each(rules)(
    "the alarm $alert speaks of what there is, and says what to do and where to read on",
    ({ expr, labels, annotations }) => {
      expect(unknownIn(expr)).toEqual([]);
      expect(["urgent", "soon"]).toContain(labels.severity);
      for (const part of ["summary", "what_to_do"]) expect(annotations[part]).toMatch(/[.)]$/);
      const [file = "", anchor = ""] = (annotations.docs ?? "").split("#");
      expect(headingsIn(textOf(file))).toContain(anchor);
    },
  );

  test.each(panels.filter(({ type }) => type !== "row"))("the panel $title asks for what there is", ({ targets = [] }) => {
    expect(targets.length).toBeGreaterThan(0);
    for (const { expr } of targets) {
      expect(spokenOfIn(expr).length).toBeGreaterThan(0);
      expect(unknownIn(expr)).toEqual([]);
    }
  });

  test("whatever the administration shows as an alarm has its rule", () => {
    const views = globSync("web/administration/**/*.tsx", { cwd: ROOT }).map(textOf).join("\n");
    const shown = [...views.matchAll(/^(?:export )?function (\w+Alarms?)\b/gm)].map(([, name = ""]) => name);
    expect(shown.length).toBeGreaterThan(3);
    expect(rules.flatMap(({ annotations }) => annotations.shown_as ?? [])).toEqual(expect.arrayContaining(shown));
  });

  test("every rule is tried on a bad day", () => {
    const { tests } = parse(textOf("deploy/watching/alerts.test.yaml")) as {
      tests: { promql_expr_test: { exp_samples: { labels: string }[] }[] }[];
    };
    const tried = tests.at(-1)?.promql_expr_test[0]?.exp_samples.map(({ labels }) => /"(\w+)"/.exec(labels)?.[1]);
    expect(tried).toEqual(rules.map(({ alert }) => alert));
  });

  test("every metric has its line in the paper, with its kind and labels, and no line is of another", () => {
    const said = [...textOf("docs/reference/metrics.md").matchAll(/^\| `(\w+)` \| (\w+) \| (.*?) \| .+ \|$/gm)].map(
      ([, name = "", type = "", labels = ""]) => `${name} ${type} ${labels}`,
    );
    const there = [...exposed].map(([name, { type, labels }]) => {
      const quoted = [...labels].map((label) => `\`${label}\``).sort();
      return `${name} ${type} ${quoted.join(", ")}`;
    });
    // Of prom-client's some have a label only after something has happened, such as a garbage collection.
    const ownOnly = (line: string) => (line.startsWith("petition_") ? line : line.replace(/ `.*/, " "));
    expect(said.map(ownOnly).sort()).toEqual(there.map(ownOnly).sort());
  });

  test("names keep the conventions: base units, `_total` for counters alone, a help for each", () => {
    for (const [name, { type, help }] of exposed) {
      expect(name.endsWith("_total"), name).toBe(type === "counter");
      expect(name, name).not.toMatch(/_(?:milliseconds|ms|minutes|hours|percent|kb|mb)(?:_|$)/);
      expect(help.length, name).toBeGreaterThan(10);
    }
  });

  test("no label holds what somebody sent", () => {
    expect(metrics).not.toMatch(/Anna|Bruno|gmx|posteo|@/);
  });
});

function headingsIn(paper: string): string[] {
  return [...paper.matchAll(/^#{2,} (.+)$/gm)].map(([, heading = ""]) =>
    heading
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, "")
      .replace(/\s/g, "-"),
  );
}

const hasPromtool = isInstalled();
if (!hasPromtool) console.warn("NOT TESTED WITH PROMTOOL: it is not installed; Debian's prometheus would bring it.");

describe.skipIf(!hasPromtool)("Prometheus' own tool", () => {
  const promtool = (args: string[], input?: string) =>
    execFileSync("promtool", args, { cwd: FOLDER, input, encoding: "utf8", stdio: "pipe" });

  test("finds nothing in the metrics", () => {
    expect(promtool(["check", "metrics"], metrics)).toBe("");
  });

  test("reads rules and configuration, and sees each alarm ring on a bad day and none on a good one", () => {
    expect(promtool(["check", "rules", "alerts.yaml"])).toContain(`SUCCESS: ${rules.length} rules found`);
    expect(promtool(["check", "config", "--syntax-only", "prometheus.yml"])).toContain("SUCCESS");
    expect(promtool(["test", "rules", "alerts.test.yaml"])).toContain("SUCCESS");
  });
});

function isInstalled(): boolean {
  try {
    execFileSync("promtool", ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
