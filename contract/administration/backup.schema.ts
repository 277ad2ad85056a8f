import { z } from "zod";
import { shapeOf } from "../shape.schema.ts";
import type { DatabaseCopied } from "./backup.ts";

export const databaseCopied = shapeOf<DatabaseCopied>()(
  z.object({ folder: z.string().describe("On the machine of the site") }),
).meta({ id: "DatabaseCopied" });
