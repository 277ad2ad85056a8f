/** `npm run pseudo-language -- <folder>`: this repository in a folder of its own, with two languages more. */
import { resolve } from "node:path";
import { copyWithPseudoLanguages } from "./copy.ts";

const [folder] = process.argv.slice(2);
if (!folder) {
  console.error("Name a new folder: npm run pseudo-language -- /tmp/eight");
  process.exit(1);
}
console.log(`${copyWithPseudoLanguages(resolve(folder))}: npm start there, and open /cs and /ar.`);
