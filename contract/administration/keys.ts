import { z } from "zod";
import { answer, type DescribedCalls, FROM_HERE, refused } from "../described.ts";

export const rotationRequest = z
  .object({
    key: z.enum(["admin", "secret"]),
    forgetOld: z.boolean().default(false).describe("Of the secret key: what the old ones made opens no more"),
  })
  .meta({ id: "RotationRequest" });
export type RotationRequest = z.infer<typeof rotationRequest>;

const keyRotated = z
  .object({ file: z.string(), keys: z.int().min(1).describe("The first makes, all open") })
  .meta({ id: "KeyRotated" });
export type KeyRotated = z.infer<typeof keyRotated>;

export const KEYS_CALLS = {
  rotateKey: {
    tag: "Administration",
    summary: "Put a new key in the place of one",
    says: "From the machine itself alone. No answer holds the key: it stands in the file.",
    body: rotationRequest,
    answers: {
      200: answer("It is in the file", keyRotated),
      400: refused("No such key"),
      403: FROM_HERE,
      409: refused("The environment sets this key"),
    },
  },
} satisfies DescribedCalls;
