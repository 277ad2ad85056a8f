import { Icon } from "../design/icon.tsx";
import { useTranslations } from "../translation.tsx";

/** From page to page along the time: how many there are, nobody counts. */
export function TimePager({
  label,
  page,
  isLast,
  onNewer,
  onOlder,
}: {
  label: string;
  page: number;
  isLast: boolean;
  onNewer(): void;
  onOlder(): void;
}) {
  const t = useTranslations();
  if (page === 1 && isLast) return null;
  return (
    <nav className="pager compact" aria-label={label}>
      <p className="tab">{t("administration.pages.page", { page })}</p>
      <ul>
        {page > 1 && (
          <li>
            <button type="button" className="word" onClick={onNewer}>
              <Icon name="back" /> {t("administration.pages.newer")}
            </button>
          </li>
        )}
        {!isLast && (
          <li>
            <button type="button" className="word" onClick={onOlder}>
              {t("administration.pages.older")} <Icon name="forward" />
            </button>
          </li>
        )}
      </ul>
    </nav>
  );
}
