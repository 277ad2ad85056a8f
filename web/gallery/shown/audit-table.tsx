import type { AuditLine } from "../../../contract/administration/audit.ts";
import { AUDIT_ACTIONS, actorOf } from "../../../petition/audit.ts";
import { AuditTable } from "../../administration/audit/audit-table.tsx";
import { LONG_NAME, NOW, signature } from "../people.ts";
import type { Entry } from "../state.ts";

function line(action: string, changes: AuditLine["changes"] = null): AuditLine {
  const entityType = "signature";
  return {
    id: action,
    at: NOW,
    isDay: false,
    who: actorOf({ action, entityType }),
    entityType,
    entityId: signature(1).id,
    action,
    changes,
  };
}

function Listed({ of }: { of: AuditLine[] }) {
  return <AuditTable entries={of} onAbout={() => {}} />;
}

export default {
  place: "desk",
  states: {
    empty: () => <Listed of={[]} />,
    "every action": () => <Listed of={AUDIT_ACTIONS.map((action) => line(action))} />,
    "with details": () => (
      <Listed of={[line("exported", { format: "csv", signatures: 12_431, deleted: null, complete: true })]} />
    ),
    "of another version": () => <Listed of={[line("taught-to-fly", { height: 12, what: LONG_NAME })]} />,
  },
} satisfies Entry;
