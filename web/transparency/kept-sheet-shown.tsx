import { useMemo } from "react";
import { useHydrated } from "../frame/use-hydrated.ts";
import { keptSheet } from "./kept-sheet.ts";
import { PostSheet } from "./post-sheet.tsx";
import { PrintedFoot, PrintedHead } from "./printed.tsx";
import { PrintReceipt } from "./receipt-actions.tsx";
import { RememberSheet } from "./remember-sheet.tsx";
import { SealAndNumber } from "./seal-and-number.tsx";

/** For whoever follows the same link again in the same tab: nothing where nothing is kept. `token`: of that link. */
export function KeptSheetShown({ token, publicUrl }: { token: string | null; publicUrl: string }) {
  const isAlive = useHydrated();
  const sheet = useMemo(() => (isAlive ? keptSheet(token) : null), [isAlive, token]);
  if (!sheet) return null;
  return (
    <div className="own-receipt alone">
      <PrintedHead publicUrl={publicUrl} />
      <SealAndNumber sheet={sheet} />
      <div className="sheet-acts">
        <PostSheet sheet={sheet} publicUrl={publicUrl} />
        <div className="links">
          <PrintReceipt />
        </div>
        <RememberSheet sheet={sheet} />
      </div>
      <PrintedFoot receipt={null} publicUrl={publicUrl} />
    </div>
  );
}
