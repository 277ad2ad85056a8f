import { translatorsOf } from "../translators.server.ts";

/** Of the texts of this room, and of the names that the article gives its sources. */
export const materialTranslator = translatorsOf(
  import.meta.glob("../../messages/*/{article,material}.json", { eager: true, import: "default" }),
  import.meta.glob("#campaign/messages/*/{article,material}.json", { eager: true, import: "default" }),
);
