import type { Evidence } from "../../petition/evidence.ts";

export const evidence: Evidence | null = null;
