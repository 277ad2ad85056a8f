/** `POST /api/admin/keys/rotate` */
import { z } from "zod";
import { shapeOf } from "../shape.schema.ts";
import type { KeyRotated } from "./keys.ts";

export const rotationRequest = z
  .object({
    key: z.enum(["admin", "secret"]),
    forgetOld: z.boolean().default(false).describe("Of the secret key: what the old ones made opens no more"),
  })
  .meta({ id: "RotationRequest" });
export type RotationRequest = z.infer<typeof rotationRequest>;

export const keyRotated = shapeOf<KeyRotated>()(
  z.object({ file: z.string(), keys: z.int().min(1).describe("The first makes, all open") }),
).meta({ id: "KeyRotated" });
