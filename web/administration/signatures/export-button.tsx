import { useEffect, useRef, useState } from "react";
import type { SeparatorName } from "../../../contract/export.ts";
import { Button } from "../../design/button.tsx";
import { Icon } from "../../design/icon.tsx";
import { useToast } from "../../design/toast.tsx";
import { useFormat, useSay } from "../../say.tsx";
import { type Ask, isLockedOut } from "../ask.ts";
import { saveExport } from "./save-export.ts";

/** The file to export, and the button that does. */
export function ExportButton({ ask, onLockedOut }: { ask: Ask; onLockedOut(): void }) {
  const say = useSay();
  const format = useFormat();
  const toast = useToast();
  const [wanted, setWanted] = useState<Wanted>("comma");
  const [share, setShare] = useState<number | null>(null);
  const leaving = useRef<AbortController>(null);
  useEffect(() => () => leaving.current?.abort(), []);

  async function run(): Promise<void> {
    leaving.current = new AbortController();
    const { signal } = leaving.current;
    setShare(0);
    try {
      await saveExport(await ask.raw(`export?${new URLSearchParams(queryOf(wanted))}`, signal), setShare);
      toast({ title: say("desk.export.done.title"), text: say(isCsv(wanted) ? "desk.export.done.text" : "export.downloaded") });
    } catch (failure) {
      if (signal.aborted) return;
      if (isLockedOut(failure)) return onLockedOut();
      toast({ kind: "failed", title: say("desk.export.failed.title"), text: say("desk.export.failed.text") });
    } finally {
      setShare(null);
    }
  }

  return (
    <div className="desk-export">
      <select
        className="input"
        aria-label={say("export.format.label")}
        value={wanted}
        disabled={share !== null}
        onChange={({ target }) => setWanted(CHOICES.find((choice) => choice === target.value) ?? "comma")}
      >
        {CHOICES.map((choice) => (
          <option key={choice} value={choice}>
            {say(`export.format.${choice}`)}
          </option>
        ))}
      </select>
      <Button
        kind="line"
        onClick={run}
        busy={share !== null}
        busyLabel={say("desk.export.running", { percent: format.percent(Math.floor((share ?? 0) * 100)) })}
      >
        <Icon name="download" /> {say(isCsv(wanted) ? "desk.export.csv" : "export.xlsx")}
      </Button>
    </div>
  );
}

const CHOICES = ["comma", "semicolon", "xlsx"] as const;
/** CSV by its separator, or a workbook. */
type Wanted = (typeof CHOICES)[number];

function isCsv(wanted: Wanted): wanted is SeparatorName {
  return wanted !== "xlsx";
}

function queryOf(wanted: Wanted): Record<string, string> {
  return { ...(isCsv(wanted) ? { format: "csv", separator: wanted } : { format: wanted }), progress: "rows" };
}
