import { useMutation } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { openFrames, type SeparatorName, TOTAL_HEADER } from "../../../petition/export.ts";
import { Button } from "../../design/button.tsx";
import { Icon } from "../../design/icon.tsx";
import { useToast } from "../../design/toast.tsx";
import { saveAs } from "../../save-as.ts";
import { useFormat, useTranslations } from "../../translation.tsx";
import { isLockedOut } from "../ask.ts";
import { useAsk } from "../server-state.tsx";

export function ExportButton() {
  const t = useTranslations();
  const format = useFormat();
  const [wanted, setWanted] = useState<Wanted>("comma");
  const toast = useToast();
  const ask = useAsk();
  const [share, setShare] = useState(0);
  const leaving = useRef<AbortController>(null);
  useEffect(() => () => leaving.current?.abort(), []);
  const { mutate: run, isPending: isRunning } = useMutation({
    async mutationFn(wanted: Wanted) {
      leaving.current = new AbortController();
      setShare(0);
      const kind: Record<string, string> = isCsv(wanted) ? { format: "csv", separator: wanted } : { format: wanted };
      const query = new URLSearchParams({ ...kind, progress: "rows" });
      await saveExport(await ask.raw(`export?${query}`, leaving.current.signal), setShare);
    },
    onSuccess: (_saved, wanted) =>
      toast({
        title: t("administration.export.done.title"),
        text: t(isCsv(wanted) ? "administration.export.done.text" : "export.downloaded"),
      }),
    onError(failure) {
      if (leaving.current?.signal.aborted || isLockedOut(failure)) return;
      toast({ kind: "failed", title: t("administration.export.failed.title"), text: t("administration.export.failed.text") });
    },
  });
  return (
    <div className="admin-filters">
      <select
        className="input"
        aria-label={t("export.format.label")}
        value={wanted}
        disabled={isRunning}
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
        onClick={() => run(wanted)}
        busy={isRunning}
        busyLabel={t("administration.export.running", { percent: format.percent(Math.floor(share * 100)) })}
      >
        <Icon name="download" /> <span>{t(isCsv(wanted) ? "administration.export.csv" : "export.xlsx")}</span>
      </Button>
    </div>
  );
}

const CHOICES = ["comma", "semicolon", "xlsx"] as const;
type Wanted = (typeof CHOICES)[number];

function isCsv(wanted: Wanted): wanted is SeparatorName {
  return wanted !== "xlsx";
}

/** `response` comes in frames. `onProgress` is told a share from 0 to 1. Throws where the file does not arrive whole. */
async function saveExport(response: Response, onProgress: (share: number) => void): Promise<void> {
  const total = Number(response.headers.get(TOTAL_HEADER) ?? 0);
  const parts: Uint8Array<ArrayBuffer>[] = [];
  const take = openFrames();
  const reader = response.body?.getReader();
  if (!reader) throw new Error("The answer has no body");
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const pieces = take(read.value);
    parts.push(...pieces.map(({ bytes }) => bytes));
    const rows = pieces.at(-1)?.rows;
    if (rows !== undefined) onProgress(Math.min(1, rows / Math.max(1, total)));
  }
  const named = /filename="([\w.-]+)"/.exec(response.headers.get("content-disposition") ?? "");
  const name = named?.[1] ?? "signatures.csv";
  saveAs(name, new Blob(parts, { type: MEDIA_TYPES[name.split(".").at(-1) ?? ""] }));
}

const MEDIA_TYPES: Record<string, string> = {
  csv: "text/csv",
  xlsx: "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
};
