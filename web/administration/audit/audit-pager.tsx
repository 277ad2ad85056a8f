import { Icon } from "../../design/icon.tsx";
import { useTranslations } from "../../translation.tsx";

/** From page to page along the time: how many there are, nobody counts. */
export function AuditPager({
  page,
  isLast,
  onNewer,
  onOlder,
}: {
  page: number;
  isLast: boolean;
  onNewer(): void;
  onOlder(): void;
}) {
  const t = useTranslations();
  if (page === 1 && isLast) return null;
  return (
    <nav className="pager compact" aria-label={t("audit.pages.label")}>
      <p className="tab">{t("audit.pages.page", { page })}</p>
      <ul>
        {page > 1 && (
          <li>
            <button type="button" className="word" onClick={onNewer}>
              <Icon name="back" /> {t("audit.pages.newer")}
            </button>
          </li>
        )}
        {!isLast && (
          <li>
            <button type="button" className="word" onClick={onOlder}>
              {t("audit.pages.older")} <Icon name="forward" />
            </button>
          </li>
        )}
      </ul>
    </nav>
  );
}
