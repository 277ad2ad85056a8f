/** `POST /api/admin/keys/rotate` */
import { z } from "zod";

export const rotationRequest = z.object({
  key: z.enum(["admin", "secret"]),
  /** Of the secret key: what the old ones made opens no more. */
  forgetOld: z.boolean().default(false),
});
export type RotationRequest = z.infer<typeof rotationRequest>;
