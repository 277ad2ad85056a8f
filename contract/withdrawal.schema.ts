/** What the deletion form sends. Only shapes; what an address must be is a rule of `petition/`. */
import { z } from "zod";
import { LANGUAGES } from "../petition/language.ts";

/** A field of the wrong type is as good as none: the sentence beside it fits both. */
export const withdrawRequest = z.object({
  email: z.string().max(4000).catch(""),
  confirmDeletion: z.boolean().catch(false),
  locale: z.enum(LANGUAGES).optional(),
});
