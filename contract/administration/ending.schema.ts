import { z } from "zod";

/** `waive`: those whose link still works lose it. */
export const endRequest = z.object({ waive: z.boolean().default(false) });
