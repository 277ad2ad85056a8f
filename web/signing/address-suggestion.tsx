import { useHydrated } from "../frame/use-hydrated.ts";
import { Text } from "../translation.tsx";

export function AddressSuggestion({ id, address, onTake }: { id: string; address: string; onTake(address: string): void }) {
  const scripted = useHydrated();
  return (
    <p className="suggestion" id={id}>
      <Text
        of="signing.form.suggestion"
        values={{ address }}
        tags={{
          fix: (inner) =>
            scripted ? (
              <button type="button" className="btn-quiet" onClick={() => onTake(address)}>
                {inner}
              </button>
            ) : (
              <b>{inner}</b>
            ),
        }}
      />
    </p>
  );
}
