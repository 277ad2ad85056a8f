import { Text, useTranslations } from "../translation.tsx";
import { SOURCE_TAGS } from "./source-link.tsx";

/** What the log cannot show: how it is kept from being filled with nobody. */
export function Rules({ holds }: { holds: boolean }) {
  const t = useTranslations();
  return (
    <ul className="mt-3 max-w-[66ch] list-disc ps-6 marker:text-line">
      <li className="py-1 ps-1">
        <Text of="transparency.rules.confirmed" />
      </li>
      <li className="py-1 ps-1">
        <Text of="transparency.rules.watched" />
      </li>
      <li className="py-1 ps-1">{t("transparency.rules.held", { hold: holds ? "yes" : "no" })}</li>
      <li className="py-1 ps-1">{t("transparency.rules.limit")}</li>
      <li className="py-1 ps-1">
        <Text of="transparency.rules.audit" tags={SOURCE_TAGS} />
      </li>
    </ul>
  );
}
