import { Sheet } from "../../web/design/sheet.tsx";
import { useTranslations } from "../../web/translation.tsx";
import { LONG_NAME } from "../people.ts";
import type { GalleryEntry } from "../state.ts";

function Said({ corner = false, said }: { corner?: boolean; said: string }) {
  const t = useTranslations();
  return (
    <Sheet corner={corner} labelledBy="sheet-title">
      <h2 id="sheet-title">{t("progress.title")}</h2>
      <p>{said}</p>
    </Sheet>
  );
}

export default {
  states: {
    plain: () => <Said said={useTranslations()("sharing.lead")} />,
    "with a corner": () => <Said corner said={useTranslations()("sharing.lead")} />,
    "long text": () => <Said corner said={LONG_NAME.repeat(4)} />,
  },
} satisfies GalleryEntry;
