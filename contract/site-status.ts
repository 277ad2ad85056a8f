import { z } from "zod";
import { answer, type DescribedCalls, named, text } from "./described.ts";

const siteStatus = named("SiteStatus", { status: z.string() });

export const SITE_STATUS_CALLS = {
  health: {
    tag: "Machines",
    says: "For load balancers. It asks nobody.",
    answers: { 200: answer("It is", siteStatus) },
    isStill: true,
  },
  readiness: {
    tag: "Machines",
    says: "For load balancers.",
    answers: { 200: answer("It does", siteStatus), 503: answer("It does not", siteStatus) },
  },
  metrics: {
    tag: "Machines",
    says: "From the machine itself without a key.",
    answers: { 200: text("In the text form of Prometheus", "text/plain") },
  },
} satisfies DescribedCalls;
