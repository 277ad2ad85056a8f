import { ADMIN_PAGE_SIZE } from "../../petition/search.ts";
import { pagesShown } from "../../petition/supporters.ts";
import { Icon } from "../design/icon.tsx";
import { Pagination } from "../design/pagination.tsx";
import { useTranslations } from "../translation.tsx";
import "./pager.css";

/** Buttons, not links: what was searched for is in no address. */
export function Pager({ page, pages, onPage }: { page: number; pages: number; onPage(page: number): void }) {
  const t = useTranslations();
  return (
    <Pagination
      page={page}
      pages={pages}
      shown={pagesShown(page, pages)}
      onPage={onPage}
      words={{
        label: t("administration.pages.label"),
        position: t("administration.pages.position", { page, pages, size: ADMIN_PAGE_SIZE }),
        first: t("administration.pages.first"),
        previous: t("administration.pages.previous"),
        next: t("administration.pages.next"),
        last: t("administration.pages.last"),
        page: (other) => t("administration.pages.page", { page: other }),
      }}
    />
  );
}

/** Pages along the time, whose number is not known. Without `onOlder` it is the last one. */
export function TimePager({ label, page, ...on }: { label: string; page: number; onNewer(): void; onOlder?(): void }) {
  const t = useTranslations();
  if (page === 1 && !on.onOlder) return null;
  return (
    <nav className="pager compact" aria-label={label}>
      <p className="tab">{t("administration.pages.page", { page })}</p>
      <ul>
        {page > 1 && (
          <li>
            <button type="button" className="word" onClick={on.onNewer}>
              <Icon name="back" /> {t("administration.pages.newer")}
            </button>
          </li>
        )}
        {on.onOlder && (
          <li>
            <button type="button" className="word" onClick={on.onOlder}>
              {t("administration.pages.older")} <Icon name="forward" />
            </button>
          </li>
        )}
      </ul>
    </nav>
  );
}
