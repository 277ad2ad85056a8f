import type { Evidence } from "../petition/evidence.ts";
import { FACTS, LAW_STATUS } from "./article/facts.ts";
import { SOURCES } from "./article/sources.ts";

export const evidence = { facts: FACTS, sources: SOURCES, words: { lawStatus: LAW_STATUS } } satisfies Evidence;
