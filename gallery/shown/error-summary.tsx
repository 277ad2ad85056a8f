import { ErrorSummary } from "../../web/design/error-summary.tsx";
import { useTranslations } from "../../web/translation.tsx";
import type { GalleryEntry } from "../state.ts";

function Listing({
  of,
}: {
  of: ("signing.faults.fullName.missing" | "signing.faults.email.missing" | "signing.faults.gdprConsent")[];
}) {
  const t = useTranslations();
  const errors = of.map((key) => ({ href: `#${key}`, text: t(key) }));
  return <ErrorSummary heading="h2" title={t("signing.faults.summary", { count: of.length })} errors={errors} />;
}

export default {
  states: {
    "one fault": () => <Listing of={["signing.faults.email.missing"]} />,
    "several faults": () => (
      <Listing of={["signing.faults.fullName.missing", "signing.faults.email.missing", "signing.faults.gdprConsent"]} />
    ),
    "none, and nothing to see": () => <Listing of={[]} />,
  },
} satisfies GalleryEntry;
