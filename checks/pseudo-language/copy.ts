import { cpSync, mkdirSync, mkdtempSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { trackedFiles } from "../tracked.ts";
import { addLanguage, PSEUDO_LANGUAGES } from "./add.ts";

const ROOT = join(import.meta.dirname, "..", "..");

/** This checks once more, with both languages added and the packages of this one. */
export function copyWithPseudoLanguages(folder = mkdtempSync(join(tmpdir(), "petition-languages-"))): string {
  mkdirSync(folder, { recursive: true });
  for (const file of trackedFiles()) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    cpSync(join(ROOT, file), join(folder, file));
  }
  for (const packages of ["node_modules", "e2e/node_modules"]) symlinkSync(join(ROOT, packages), join(folder, packages));
  for (const language of PSEUDO_LANGUAGES) addLanguage(folder, language);
  return folder;
}
