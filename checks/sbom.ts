/**
 * What runs in production, in CycloneDX 1.6, from the lock file. `npm sbom --omit=dev` leaves out what a tool of ours needs as well: of 11.19
 * React itself was missing.
 */
import { createHash } from "node:crypto";
import { textOf } from "./tracked.ts";

export interface Locked {
  version: string;
  license?: string;
  integrity?: string;
  dev?: boolean;
  devOptional?: boolean;
  optional?: boolean;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

interface Lock {
  name: string;
  version: string;
  packages: Record<string, Locked>;
}

export function lockFile(): Lock {
  return JSON.parse(textOf("package-lock.json")) as Lock;
}

/** By its place in the lock file. What another system alone needs is among them, as a package to be left out. */
/** Of packages whose package.json says nothing. */
const IN_ITS_FILES: Record<string, string> = { "node_modules/png-js": "MIT" };

export function inProduction({ packages }: Lock): [path: string, entry: Locked][] {
  return Object.entries(packages).filter(([path, { dev, devOptional }]) => path !== "" && !dev && !devOptional);
}

export function writeSbom(lock: Lock): string {
  const shipped = inProduction(lock);
  const root = { name: lock.name, version: lock.version };
  const refOf = (path: string) => (path === "" ? `${root.name}@${root.version}` : path);
  const components = shipped.map(([path, entry]) => ({
    "bom-ref": path,
    type: "library",
    ...groupAndName(nameAt(path)),
    version: entry.version,
    scope: entry.optional ? "optional" : "required",
    ...((entry.license ?? IN_ITS_FILES[path]) && { licenses: [licenceOf(entry.license ?? IN_ITS_FILES[path] ?? "")] }),
    ...(entry.integrity && { hashes: [hashOf(entry.integrity)] }),
    purl: `pkg:npm/${nameAt(path).replace("@", "%40")}@${entry.version}`,
  }));
  const known = new Set(shipped.map(([path]) => path));
  const dependencies = [["", lock.packages[""] as Locked] as const, ...shipped].map(([path, entry]) => ({
    ref: refOf(path),
    dependsOn: Object.keys({ ...entry.dependencies, ...entry.optionalDependencies })
      .map((name) => resolved(path, name, known))
      .filter((found) => found !== null),
  }));
  const content = {
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    version: 1,
    metadata: {
      component: { "bom-ref": refOf(""), type: "application", ...root, licenses: [{ license: { id: "AGPL-3.0-or-later" } }] },
    },
    components,
    dependencies,
  };
  const { bomFormat, specVersion, ...rest } = content;
  // The same for the same packages, whoever writes it.
  const id = createHash("sha256").update(JSON.stringify(content)).digest("hex");
  const serialNumber = `urn:uuid:${id.replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/, "$1-$2-5$3-8$4-$5")}`;
  return `${JSON.stringify({ bomFormat, specVersion, serialNumber, ...rest }, null, 2)}\n`;
}

function nameAt(path: string): string {
  return path.replace(/^.*node_modules\//, "");
}

function groupAndName(name: string): { group?: string; name: string } {
  const [, group, rest] = /^(@[^/]+)\/(.+)$/.exec(name) ?? [];
  return group && rest ? { group, name: rest } : { name };
}

function licenceOf(license: string) {
  return / (?:OR|AND|WITH) /.test(license) ? { expression: license } : { license: { id: license } };
}

function hashOf(integrity: string): { alg: string; content: string } {
  const [, bits = "", base64 = ""] = /^sha(\d+)-([^ ]+)/.exec(integrity) ?? [];
  return { alg: `SHA-${bits}`, content: Buffer.from(base64, "base64").toString("hex") };
}

/** As Node.js looks for it: beside whoever asks, then further up. */
function resolved(from: string, name: string, known: ReadonlySet<string>): string | null {
  for (let place = from; ; place = place.replace(/\/?node_modules\/(?:@[^/]+\/)?[^/]+$/, "")) {
    const path = `${place === "" ? "" : `${place}/`}node_modules/${name}`;
    if (known.has(path)) return path;
    if (place === "") return null;
  }
}
