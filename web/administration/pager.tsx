import { pagesShown } from "../../petition/supporters.ts";
import { Icon } from "../design/icon.tsx";
import { Pagination } from "../design/pagination.tsx";
import { useTranslations } from "../translation.tsx";
import "./pager.css";

interface Paged {
  page: number;
  pages: number;
  size: number;
  onPage(page: number): void;
}

/** Buttons, not links: what was searched for is in no address. */
export function Pager({ page, pages, size, onPage }: Paged) {
  const t = useTranslations();
  return (
    <Pagination
      page={page}
      pages={pages}
      shown={pagesShown(page, pages)}
      onPage={onPage}
      words={{
        label: t("administration.pages.label"),
        position: t("administration.pages.position", { page, pages, size }),
        first: t("administration.pages.first"),
        previous: t("administration.pages.previous"),
        next: t("administration.pages.next"),
        last: t("administration.pages.last"),
        page: (other) => t("administration.pages.page", { page: other }),
      }}
    />
  );
}

interface PagedByTime {
  label: string;
  page: number;
  isLast: boolean;
  onNewer(): void;
  onOlder(): void;
}

/** Pages along the time, whose number is not known. */
export function TimePager({ label, page, isLast, onNewer, onOlder }: PagedByTime) {
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
