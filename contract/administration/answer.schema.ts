import { z } from "zod";
import { shapeOf } from "../shape.schema.ts";
import type { AdminAnswer } from "./answer.ts";

export const adminAnswer = shapeOf<AdminAnswer>()(z.object({ message: z.string() })).meta({ id: "AdminAnswer" });
