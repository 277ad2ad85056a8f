import { useRef, useState } from "react";
import type { Checked } from "./verdict.ts";

export function useReceiptCheck() {
  const [checked, setChecked] = useState<Checked | null>(null);
  const [isBusy, setIsBusy] = useState(false);
  const latest = useRef(0);

  async function check(text: string): Promise<void> {
    latest.current += 1;
    const mine = latest.current;
    setIsBusy(true);
    setChecked(null);
    const found = await checkLazily(text);
    // Whoever has gone on to another receipt is not told of this one.
    if (mine !== latest.current) return;
    setIsBusy(false);
    setChecked(found);
  }

  function forget(): void {
    latest.current += 1;
    setIsBusy(false);
    setChecked(null);
  }

  return { checked, isBusy, check, forget };
}

/** Whatever fails on the way, the line or the script: nothing is said of the receipt. */
async function checkLazily(text: string): Promise<Checked> {
  try {
    const { checkHere } = await import("./verification.ts");
    return await checkHere(text);
  } catch {
    return { outcome: "unreadable" };
  }
}
