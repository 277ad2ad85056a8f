import { z } from "zod";
import { SUSPICION_REASONS } from "../../petition/suspicion.ts";
import { count, moment, shapeOf, uuid } from "../shape.schema.ts";
import { signatureFilter, signatureState, visibility } from "./signatures.schema.ts";
import {
  type AdminSuspicion,
  CLUSTERS_SHOWN,
  type Cluster,
  type Moved,
  type Quarantine,
  type QuarantineCause,
  type QuarantinePreview,
} from "./suspicion.ts";

const cluster = shapeOf<Cluster>()(
  z.object({
    id: uuid,
    reason: z.enum(SUSPICION_REASONS),
    shared: z.string().nullable().describe("The network, the domain or the day; null where that is not kept any more"),
    foundAt: moment,
    lastAt: moment,
    counted: count,
    quarantined: count,
    requests: count,
  }),
).meta({ id: "Cluster" });

const cause = shapeOf<QuarantineCause>()(
  z.object({
    reason: z.enum(SUSPICION_REASONS).optional(),
    single: z.literal(true).optional(),
    automatic: z.literal(true).optional().describe("By the site itself"),
    search: z.enum(["text", "origin", "time"]).optional(),
    visibility: visibility.optional(),
    language: z.string().optional(),
    state: signatureState.optional(),
  }),
).meta({ id: "QuarantineCause" });

const quarantine = shapeOf<Quarantine>()(
  z.object({
    id: uuid,
    madeAt: moment,
    cause: cause.describe("Without personal data: of a search only that there was one"),
    signatures: count,
    held: count,
    releasedAt: moment.nullable(),
  }),
).meta({ id: "Quarantine" });

export const adminSuspicion = shapeOf<AdminSuspicion>()(
  z.object({
    clusters: z.array(cluster).describe(`The latest ${CLUSTERS_SHOWN}`),
    quarantines: z.array(quarantine).describe(`The latest ${CLUSTERS_SHOWN}`),
    holds: z.boolean().describe("New ones go into quarantine by themselves (HOLD_SUSPICIOUS=on)"),
  }),
).meta({ id: "AdminSuspicion" });

/** Of `GET /api/admin/quarantine` */
export const selectionQuery = z.object(signatureFilter);

/** Of `POST /api/admin/quarantine` and `POST /api/admin/release` */
export const moveRequest = selectionQuery
  .extend({ expected: z.int().min(1).describe("How many will move: if it is another number, nothing does") })
  .meta({ id: "MoveRequest" });

export const quarantinePreview = shapeOf<QuarantinePreview>()(
  z.object({ counted: count, quarantined: count, signatureCount: count }),
).meta({ id: "QuarantinePreview" });

export const moved = shapeOf<Moved>()(
  z.object({ moved: count, signatureCount: count, quarantine: z.string().nullable().describe("The act, for `quarantine`") }),
).meta({ id: "Moved" });
