import { Button } from "../../web/design/button.tsx";
import { Dialog } from "../../web/design/dialog.tsx";
import { useTranslations } from "../../web/translation.tsx";
import { LONG_NAME } from "../people.ts";
import type { GalleryEntry } from "../state.ts";

function Asking({ about }: { about: string }) {
  const t = useTranslations();
  return (
    <Dialog open onClose={() => {}} title={t("withdrawal.link.open.title")}>
      <p>{about}</p>
      <div className="row">
        <Button kind="danger">{t("withdrawal.form.submit.request")}</Button>
        <Button kind="quiet" data-first>
          {t("frame.menu.close")}
        </Button>
      </div>
    </Dialog>
  );
}

export default {
  states: {
    open: () => <Asking about={useTranslations()("withdrawal.link.open.nothing")} />,
    "long text": () => <Asking about={`${LONG_NAME}. `.repeat(12)} />,
  },
} satisfies GalleryEntry;
