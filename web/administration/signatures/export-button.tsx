import { useEffect, useRef, useState } from "react";
import type { SeparatorName } from "../../../contract/administration/export.ts";
import { Button } from "../../design/button.tsx";
import { Icon } from "../../design/icon.tsx";
import { useToast } from "../../design/toast.tsx";
import { useFormat, useTranslations } from "../../translation.tsx";
import { type Ask, isLockedOut } from "../ask.ts";
import { saveExport } from "./save-export.ts";

/** The file to export, and the button that does. */
export function ExportButton({ ask, onLockedOut }: { ask: Ask; onLockedOut(): void }) {
  const t = useTranslations();
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
      toast({
        title: t("administration.export.done.title"),
        text: t(isCsv(wanted) ? "administration.export.done.text" : "export.downloaded"),
      });
    } catch (failure) {
      if (signal.aborted) return;
      if (isLockedOut(failure)) return onLockedOut();
      toast({ kind: "failed", title: t("administration.export.failed.title"), text: t("administration.export.failed.text") });
    } finally {
      setShare(null);
    }
  }

  return (
    <div className="admin-export">
      <select
        className="input"
        aria-label={t("export.format.label")}
        value={wanted}
        disabled={share !== null}
        onChange={({ target }) => setWanted(CHOICES.find((choice) => choice === target.value) ?? "comma")}
      >
        {CHOICES.map((choice) => (
          <option key={choice} value={choice}>
            {t(`export.format.${choice}`)}
          </option>
        ))}
      </select>
      <Button
        kind="line"
        onClick={run}
        busy={share !== null}
        busyLabel={t("administration.export.running", { percent: format.percent(Math.floor((share ?? 0) * 100)) })}
      >
        <Icon name="download" /> {t(isCsv(wanted) ? "administration.export.csv" : "export.xlsx")}
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
