import { expect, test } from "vitest";
import { FACTS, type FactId } from "../../campaign/article/facts.ts";
import { SOURCES, type SourceId } from "../../campaign/article/sources.ts";
import type { Fact } from "../../petition/evidence.ts";
import { addressOf, daySeen, seenSince } from "../../petition/facts.ts";
import { textOf } from "../tracked.ts";
import { CLAIMS } from "./claims.ts";
import { factsReport, sourcesOf } from "./report.ts";

const DAY = 24 * 60 * 60_000;
const facts = Object.entries(FACTS) as [FactId, Fact<SourceId>][];
const SOURCE_IDS = Object.keys(SOURCES) as SourceId[];
const oldest = seenSince();

function after(days: number): Date {
  return new Date(Date.parse(oldest) + days * DAY);
}

test("each claim stands beside each of its sources, with its figures, their kind and their age", () => {
  const { table } = factsReport(after(10), 180 * DAY);
  const [head = "", ...lines] = table.split("\n");
  expect(head).toMatch(/^claim +source +kind +published +seen +days +at +figures$/);
  expect(lines).toHaveLength(facts.flatMap(([, fact]) => sourcesOf(fact)).length);
  const cap = lines.find((line) => line.startsWith(CLAIMS.cashCap));
  expect(cap).toMatch(
    /moneyLaundering +law +2024-05-31 +\d{4}-\d\d-\d\d +\d+ +original +.*cashCap 10000, identifiedFrom 3000$/,
  );
  expect(lines.find((line) => line.startsWith(CLAIMS.cost))).toContain("developmentCost €1.3 billion, yearlyCost €320 million");
});

test("as long as all sources were seen lately, nothing is overdue; a moment too late, each of them has its sentence", () => {
  expect(factsReport(after(180), 180 * DAY).overdue).toEqual([]);
  const { overdue } = factsReport(new Date(after(180).getTime() + 1), 180 * DAY);
  expect(overdue).toHaveLength(SOURCE_IDS.filter((id) => daySeen(id) === oldest).length);
  expect(overdue[0]).toBe(
    `ecbNextPhase was last seen 180 days ago, and FACTS_MAX_AGE allows 180: open ${addressOf("ecbNextPhase", "en").url} and write the day into campaign/article/sources.ts.`,
  );
});

test("every source is one of a fact", () => {
  const named = new Set(facts.flatMap(([, fact]) => sourcesOf(fact)));
  expect(SOURCE_IDS.filter((id) => !named.has(id))).toEqual([]);
});

test("the paper names each source that was not seen itself, with its address and the claims that hang on it", () => {
  const lines = textOf("docs/facts-to-open.md")
    .split("\n")
    .filter((line) => line.startsWith("| [`"));
  const listed = lines.map((line) => {
    const [first = "", lookFor = "", claims = ""] = line.slice(2, -2).split(" | ");
    const [, id = "", url = ""] = /^\[`(\w+)`\]\((.*)\)$/.exec(first) ?? [];
    return {
      id,
      url,
      lookFor: lookFor.trim() !== "",
      claims: [...claims.matchAll(/`(\w+)`/g)].map(([, claim = ""]) => claim).sort(),
    };
  });
  const unseen = SOURCE_IDS.filter((id) => SOURCES[id].seen.at !== "original").map((id) => ({
    id,
    url: addressOf(id, "en").url,
    lookFor: true,
    claims: facts
      .filter(([, fact]) => sourcesOf(fact).includes(id))
      .map(([claim]) => claim)
      .sort(),
  }));
  expect(listed.sort((a, b) => a.id.localeCompare(b.id))).toEqual(unseen.sort((a, b) => a.id.localeCompare(b.id)));
});
