import { useState } from "react";
import { Button } from "../design/button.tsx";
import { Icon } from "../design/icon.tsx";
import { useToast } from "../design/toast.tsx";
import { useFormat, useSay } from "../say.tsx";
import { type Ask, isLockedOut } from "./ask.ts";
import { saveExport } from "./save-export.ts";

export function ExportButton({ ask, onLockedOut }: { ask: Ask; onLockedOut(): void }) {
  const say = useSay();
  const format = useFormat();
  const toast = useToast();
  const [share, setShare] = useState<number | null>(null);

  async function run(): Promise<void> {
    setShare(0);
    try {
      await saveExport(await ask.raw("export"), setShare);
      toast({ title: say("desk.export.done.title"), text: say("desk.export.done.text") });
    } catch (failure) {
      if (isLockedOut(failure)) return onLockedOut();
      toast({ kind: "failed", title: say("desk.export.failed.title"), text: say("desk.export.failed.text") });
    } finally {
      setShare(null);
    }
  }

  return (
    <Button
      kind="line"
      onClick={run}
      busy={share !== null}
      busyLabel={say("desk.export.running", { percent: format.percent(Math.floor((share ?? 0) * 100)) })}
    >
      <Icon name="download" /> {say("desk.export.csv")}
    </Button>
  );
}
