import { pagesShown } from "../../petition/supporters.ts";
import { Icon } from "../design/icon.tsx";
import { useFormat, useTranslations } from "../translation.tsx";

/** Buttons, not links: a page of what was searched for has no address that says it whole. */
export function Pager({
  page,
  pages,
  size,
  onPage,
}: {
  page: number;
  pages: number;
  size: number;
  onPage(page: number): void;
}) {
  const t = useTranslations();
  const format = useFormat();
  return (
    <nav className="pager compact" aria-label={t("administration.pages.label")}>
      <p className="tab" role="status">
        {t("administration.pages.position", { page, pages, size })}
      </p>
      <ul>
        {page > 1 && (
          <>
            <li>
              <button type="button" onClick={() => onPage(1)} aria-label={t("administration.pages.first")}>
                <Icon name="first" />
              </button>
            </li>
            <li>
              <button type="button" className="word" onClick={() => onPage(page - 1)}>
                <Icon name="back" /> {t("administration.pages.previous")}
              </button>
            </li>
          </>
        )}
        {pagesShown(page, pages).map((shown, place) =>
          shown === "gap" ? (
            <li className="gap" aria-hidden="true" key={place === 1 ? "before" : "after"}>
              …
            </li>
          ) : (
            <li key={shown}>
              <button
                type="button"
                onClick={() => onPage(shown)}
                aria-label={t("administration.pages.page", { page: shown })}
                aria-current={shown === page ? "page" : undefined}
              >
                {format.number(shown)}
              </button>
            </li>
          ),
        )}
        {page < pages && (
          <>
            <li>
              <button type="button" className="word" onClick={() => onPage(page + 1)}>
                {t("administration.pages.next")} <Icon name="forward" />
              </button>
            </li>
            <li>
              <button type="button" onClick={() => onPage(pages)} aria-label={t("administration.pages.last")}>
                <Icon name="last" />
              </button>
            </li>
          </>
        )}
      </ul>
    </nav>
  );
}

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
