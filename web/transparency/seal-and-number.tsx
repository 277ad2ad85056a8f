import { Numeral } from "../design/numeral.tsx";
import type { SheetInShort } from "../remembered-sheet.ts";
import { useFormat, useTranslations } from "../translation.tsx";
import { SealDrawing } from "./seal-drawing.tsx";

const AS_LONG_AS_A_CODE = "0000-0000-00";

/** Null keeps the room. */
export function SealAndNumber({ sheet }: { sheet: SheetInShort | null }) {
  const t = useTranslations();
  const format = useFormat();
  return (
    <figure className="seal" aria-hidden={sheet === null}>
      {sheet ? <SealDrawing code={sheet.code} /> : <span className="seal-place" />}
      <figcaption className={sheet ? undefined : "invisible"}>
        <span className="soft">{t("receipt.number")}</span> <Numeral value={format.number(sheet?.number ?? 0)} />{" "}
        <span className="code tab">{t("receipt.code", { code: sheet?.code ?? AS_LONG_AS_A_CODE })}</span>
      </figcaption>
    </figure>
  );
}
