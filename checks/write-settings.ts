/** `npm run settings` */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { settingsPapers } from "./settings-paper.ts";

for (const [file, content] of Object.entries(settingsPapers())) writeFileSync(join(import.meta.dirname, "..", file), content);
