import { type Move, QuarantineDialog } from "../../administration/suspicion/quarantine-dialog.tsx";
import { Desk } from "../desk.tsx";
import type { ActedState, Entry } from "../state.ts";

const Asked = ({ move }: { move: Move }) => (
  <Desk>
    <QuarantineDialog move={move} onClose={() => {}} onEnd={() => {}} />
  </Desk>
);
const Quarantine = () => <Asked move={{ act: "quarantine", selection: { cluster: "gallery" } }} />;
const Release = () => <Asked move={{ act: "release", selection: { quarantine: "gallery" } }} />;

const saying = (Show: ActedState["Show"], answer: unknown): ActedState => ({
  Show,
  answers: { "/api/admin/quarantine": answer },
});

export default {
  place: "desk",
  states: {
    counting: Quarantine,
    failed: saying(Quarantine, new TypeError("Failed to fetch")),
    quarantine: saying(Quarantine, { counted: 212, quarantined: 0, signatureCount: 12_431 }),
    release: saying(Release, { counted: 0, quarantined: 212, signatureCount: 12_219 }),
    nothing: saying(Quarantine, { counted: 0, quarantined: 0, signatureCount: 12_431 }),
  },
} satisfies Entry;
