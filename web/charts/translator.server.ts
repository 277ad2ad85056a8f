import { translatorsOf } from "../translators.server.ts";

/** The charts' own texts, and the article's, where the sources have their names. */
export const chartTranslator = translatorsOf(
  import.meta.glob("../../messages/*/{article,charts}.json", { eager: true, import: "default" }),
  import.meta.glob("#campaign/messages/*/{article,charts}.json", { eager: true, import: "default" }),
);
