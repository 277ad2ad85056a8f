import { expect, test } from "vitest";
import { inProduction, lockFile, writeSbom } from "./sbom.ts";
import { textOf } from "./tracked.ts";

interface Sbom {
  bomFormat: string;
  specVersion: string;
  serialNumber: string;
  components: {
    "bom-ref": string;
    purl: string;
    version: string;
    hashes: { alg: string; content: string }[];
    licenses: object[];
  }[];
  dependencies: { ref: string; dependsOn: string[] }[];
}

const lock = lockFile();
const sbom = JSON.parse(writeSbom(lock)) as Sbom;
const { dependencies = {}, devDependencies = {} } = JSON.parse(textOf("package.json")) as Record<
  string,
  Record<string, string>
>;

test("it lists each package that runs in production, and nothing else", () => {
  const listed = new Set(sbom.components.map(({ purl }) => decodeURIComponent(purl).replace(/^pkg:npm\//, "")));
  for (const [name, version] of Object.entries(dependencies)) expect(listed).toContain(`${name}@${version}`);
  // What Fastify checks bodies with checks the examples, too.
  const tools = Object.entries(devDependencies).filter(([name]) => !/^ajv(?:-formats)?$/.test(name));
  for (const [name, version] of tools) expect(listed).not.toContain(`${name}@${version}`);
  expect(sbom.components).toHaveLength(inProduction(lock).length);
});

test("whatever a listed package needs is listed, too", () => {
  const [root] = sbom.dependencies;
  expect(root?.dependsOn.length).toBeGreaterThanOrEqual(Object.keys(dependencies).length);
  const reached = new Set<string>();
  const reach = (ref: string) => {
    if (reached.has(ref)) return;
    reached.add(ref);
    for (const next of sbom.dependencies.find((one) => one.ref === ref)?.dependsOn ?? []) reach(next);
  };
  reach(root?.ref ?? "");
  for (const [path, { dependencies: needed = {} }] of inProduction(lock))
    if (reached.has(path))
      expect(sbom.dependencies.find(({ ref }) => ref === path)?.dependsOn).toHaveLength(
        Object.keys(needed).length + optionalOf(path),
      );
});

test("each has its version, its licence, and the hash that the lock file vouches for", () => {
  expect([sbom.bomFormat, sbom.specVersion]).toEqual(["CycloneDX", "1.6"]);
  expect(sbom.serialNumber).toMatch(/^urn:uuid:[0-9a-f]{8}-[0-9a-f]{4}-5[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
  for (const { purl, licenses, hashes } of sbom.components) {
    expect([purl, licenses?.length]).toEqual([purl, 1]);
    expect(purl).toMatch(/^pkg:npm\/(?:%40[\w.-]+\/)?[\w.-]+@\d/);
    for (const { alg, content } of hashes ?? []) expect([alg, content.length]).toEqual(["SHA-512", 128]);
  }
  const react = sbom.components.find(({ "bom-ref": ref }) => ref === "node_modules/react");
  expect(react).toMatchObject({ version: dependencies.react, licenses: [{ license: { id: "MIT" } }] });
});

/** Of those that it would use if they were there. */
function optionalOf(path: string): number {
  const wanted = Object.keys(lock.packages[path]?.optionalDependencies ?? {});
  const needed = Object.keys(lock.packages[path]?.dependencies ?? {});
  return wanted.filter((name) => !needed.includes(name)).length;
}
