import { z } from "zod";
import type { SiteStatus } from "./calls.ts";
import { shapeOf } from "./shape.schema.ts";

export const siteStatus = shapeOf<SiteStatus>()(z.object({ status: z.string() })).meta({ id: "SiteStatus" });
