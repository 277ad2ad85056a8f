import { useEffect } from "react";
import { type Toast, useToast } from "../../web/design/toast.tsx";
import { useTranslations } from "../../web/translation.tsx";
import { LONG_NAME } from "../people.ts";
import type { GalleryEntry } from "../state.ts";

/** Less than a toast lasts. */
const AGAIN = 4_000;

/** Said again and again, since each is gone after seconds; it comes from `ToastProvider`, which stands around every page. */
function Saying({ kind, title, text }: Toast) {
  const toast = useToast();
  useEffect(() => {
    const say = () => toast({ kind, title, text });
    say();
    const saying = setInterval(say, AGAIN);
    return () => clearInterval(saying);
  }, [toast, kind, title, text]);
  return null;
}

export default {
  states: {
    done: () => {
      const t = useTranslations();
      return <Saying title={t("sharing.copied")} text={t("sharing.copiedHint")} />;
    },
    failed: () => {
      const t = useTranslations();
      return <Saying kind="failed" title={t("signing.toast.error")} text={t("signing.toast.failed")} />;
    },
    "long text": () => {
      const t = useTranslations();
      return <Saying kind="failed" title={t("sharing.copyFailed")} text={`${t("sharing.copyFailedHint")} ${LONG_NAME}`} />;
    },
  },
} satisfies GalleryEntry;
