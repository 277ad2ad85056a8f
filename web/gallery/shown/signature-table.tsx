import type { AdminSignature } from "../../../contract/administration/signatures.ts";
import { SignatureTable } from "../../administration/signatures/signature-table.tsx";
import { LONG_ADDRESS, LONG_NAME, signature } from "../people.ts";
import type { Entry } from "../state.ts";

const nothing = () => {};

function Listed({ of, chosen = null }: { of: AdminSignature[]; chosen?: string | null }) {
  return (
    <SignatureTable
      signatures={of}
      chosen={chosen}
      onRemove={nothing}
      onMove={nothing}
      onHideName={nothing}
      onObject={nothing}
    />
  );
}

export default {
  place: "desk",
  states: {
    empty: () => <Listed of={[]} />,
    one: () => <Listed of={[signature(0)]} />,
    many: () => <Listed of={Array.from({ length: 20 }, (_, place) => signature(place))} />,
    "one is about to be deleted": () => <Listed of={[signature(0), signature(1)]} chosen={signature(1).id} />,
    "suspicious, hidden, in quarantine": () => (
      <Listed
        of={[
          signature(0, { reasons: ["network", "confirmed-at-once"], quarantined: true }),
          signature(1, { nameOnHold: true }),
          signature(3, { nameHidden: true }),
        ]}
      />
    ),
    "long text": () => <Listed of={[signature(0, { fullName: LONG_NAME, email: LONG_ADDRESS })]} />,
  },
} satisfies Entry;
