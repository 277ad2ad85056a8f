import type { AdminSuspicion } from "../../../contract/administration/suspicion.ts";
import { SUSPICION_REASONS } from "../../../petition/suspicion.ts";
import { Suspicion } from "../../administration/suspicion/suspicion.tsx";
import { Desk } from "../desk.tsx";
import { NOW } from "../people.ts";
import type { ActedState, Entry } from "../state.ts";

const NONE: AdminSuspicion = { clusters: [], quarantines: [], holds: false };
const MANY: AdminSuspicion = {
  clusters: SUSPICION_REASONS.map((reason) => ({
    ...{ id: reason, reason, shared: reason === "network" ? "2001:db8:1:2::/64" : null, foundAt: NOW, lastAt: NOW },
    ...{ counted: 212, quarantined: 12, requests: 230 },
  })),
  quarantines: [
    { id: "1", madeAt: NOW, cause: { reason: "network" }, signatures: 212, held: 200, releasedAt: null },
    { id: "2", madeAt: NOW, cause: { automatic: true }, signatures: 1, held: 0, releasedAt: NOW },
  ],
  holds: true,
};

const Shown = () => (
  <Desk>
    <Suspicion />
  </Desk>
);

const saying = (answer: AdminSuspicion | Error): ActedState => ({ Show: Shown, answers: { "/api/admin/suspicion": answer } });

export default {
  place: "desk",
  states: {
    loading: Shown,
    failed: saying(new TypeError("Failed to fetch")),
    "nothing suspicious": saying(NONE),
    "groups and quarantines": saying(MANY),
  },
} satisfies Entry;
