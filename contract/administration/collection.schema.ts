import { z } from "zod";
import { COLLECTION_STATUSES } from "../../petition/collection.ts";

export const collectionRequest = z.object({
  status: z.enum(COLLECTION_STATUSES),
  day: z.string().max(40).nullable().default(null),
  texts: z.record(z.string().max(40), z.string()).default({}),
});
