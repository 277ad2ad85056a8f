import { z } from "zod";
import { answer, type DescribedCalls, FROM_HERE, named, refused } from "../described.ts";

export const rotationRequest = named("RotationRequest", {
  key: z.enum(["admin", "secret"]),
  forgetOld: z.boolean().default(false).describe("Of the secret key: what the old ones made opens no more"),
});
export type RotationRequest = z.infer<typeof rotationRequest>;

const keyRotated = named("KeyRotated", { file: z.string(), keys: z.int().min(1).describe("The first makes, all open") });
export type KeyRotated = z.infer<typeof keyRotated>;

export const KEYS_CALLS = {
  rotateKey: {
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
