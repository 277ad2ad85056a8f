import { z } from "zod";
import { SIGNATURE_STATES } from "../../petition/search.ts";
import { SUSPICION_REASONS } from "../../petition/suspicion.ts";
import { answer, count, type DescribedCalls, moment, named, refused, uuid } from "../described.ts";
import { type SignatureFilter, signatureFilter, visibility } from "./signatures.ts";

export const CLUSTERS_SHOWN = 100;

const cluster = named("Cluster", {
  id: uuid,
  reason: z.enum(SUSPICION_REASONS),
  shared: z.string().nullable().describe("The network, the domain or the day; null where that is not kept any more"),
  foundAt: moment,
  lastAt: moment,
  counted: count,
  quarantined: count,
  requests: count,
});
export type Cluster = z.infer<typeof cluster>;

const quarantineCause = named("QuarantineCause", {
  reason: z.enum(SUSPICION_REASONS).optional(),
  single: z.literal(true).optional(),
  automatic: z.literal(true).optional().describe("By the site itself"),
  search: z.enum(["text", "origin", "time"]).optional(),
  visibility: visibility.optional(),
  language: z.string().optional(),
  state: z.enum(SIGNATURE_STATES).optional(),
});
export type QuarantineCause = z.infer<typeof quarantineCause>;

const quarantine = named("Quarantine", {
  id: uuid,
  madeAt: moment,
  cause: quarantineCause.describe("Without personal data: of a search only that there was one"),
  signatures: count,
  held: count,
  releasedAt: moment.nullable(),
});
export type Quarantine = z.infer<typeof quarantine>;

const adminSuspicion = named("AdminSuspicion", {
  clusters: z.array(cluster).describe(`The latest ${CLUSTERS_SHOWN}`),
  quarantines: z.array(quarantine).describe(`The latest ${CLUSTERS_SHOWN}`),
  holds: z.boolean().describe("New ones go into quarantine by themselves (HOLD_SUSPICIOUS=on)"),
});
export type AdminSuspicion = z.infer<typeof adminSuspicion>;

const selectionQuery = z.object(signatureFilter);
export interface Selection extends SignatureFilter {
  signature: string | null;
  quarantine: string | null;
}

const moveRequest = selectionQuery
  .extend({ expected: z.int().min(1).describe("How many will move: if it is another number, nothing does") })
  .meta({ id: "MoveRequest" });

const quarantinePreview = named("QuarantinePreview", { counted: count, quarantined: count, signatureCount: count });
export type QuarantinePreview = z.infer<typeof quarantinePreview>;

const moved = named("Moved", {
  moved: count,
  signatureCount: count,
  quarantine: z.string().nullable().describe("The act, for `quarantine`"),
});
export type Moved = z.infer<typeof moved>;

const MOVES = {
  200: answer("They have moved", moved),
  400: refused("All signatures at once, or a selection that cannot be meant"),
  409: refused("Another number would move than was expected: nothing has"),
};

export const SUSPICION_CALLS = {
  adminSuspicion: {
    says: "A sign is shown and decides nothing.",
    answers: { 200: answer("The latest of each", adminSuspicion) },
  },
  previewQuarantine: {
    says: "Before anything is moved: what `expected` is compared with.",
    takes: selectionQuery,
    answers: { 200: answer("The numbers", quarantinePreview), 400: refused("A selection that cannot be meant") },
  },
  quarantine: { says: "They are neither counted nor listed, until they are released.", body: moveRequest, answers: MOVES },
  release: { says: "They count again.", body: moveRequest, answers: MOVES },
} satisfies DescribedCalls;
