import { useId, useState } from "react";
import { Button } from "../design/button.tsx";
import { forgetRememberedSheet, rememberSheet, type SheetInShort, useRememberedSheet } from "../remembered-sheet.ts";
import { useTranslations } from "../translation.tsx";

/** Nothing stays in the browser unless its owner wants it. */
export function RememberSheet({ sheet }: { sheet: SheetInShort | null }) {
  const t = useTranslations();
  const note = useId();
  const remembered = useRememberedSheet();
  const [isFailed, setIsFailed] = useState(false);
  const isRemembered = sheet !== null && remembered?.code === sheet.code;
  const press = () => {
    if (isRemembered) forgetRememberedSheet();
    else if (sheet) setIsFailed(!rememberSheet(sheet));
  };
  return (
    <div className="remember" data-waiting={sheet === null || undefined}>
      <Button kind="quiet" onClick={press} aria-describedby={note}>
        {t(isRemembered ? "own-sheet.remember.forget" : "own-sheet.remember.button")}
      </Button>
      <p id={note} className="small soft">
        {t("own-sheet.remember.note")}
      </p>
      <p role="status" className="small">
        {isFailed && t("own-sheet.remember.failed")}
      </p>
    </div>
  );
}
