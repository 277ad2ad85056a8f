import { Icon } from "./icon.tsx";
import { Link } from "./link.tsx";

/**
 * Links to the first page, the last and those within two of the current one. `pathOf` gives a page's address; the words
 * come from outside. At the ends the ways that lead nowhere are absent.
 */
export function Pagination({
  page,
  pages,
  pathOf,
  words,
}: {
  page: number;
  pages: number;
  pathOf(page: number): string;
  words: {
    label: string;
    position: string;
    first: string;
    previous: string;
    next: string;
    last: string;
    page(page: number): string;
  };
}) {
  return (
    <nav className="pager" aria-label={words.label}>
      <p className="tab">{words.position}</p>
      <ul>
        {page > 1 && (
          <>
            <li>
              <Link to={pathOf(1)} aria-label={words.first}>
                <Icon name="first" />
              </Link>
            </li>
            <li>
              <Link to={pathOf(page - 1)} rel="prev" className="word">
                <Icon name="back" /> {words.previous}
              </Link>
            </li>
          </>
        )}
        {shownPages(page, pages).map((shown, place, all) => [
          shown - (all[place - 1] ?? 0) > 1 && (
            <li className="gap" aria-hidden="true" key={`before-${shown}`}>
              …
            </li>
          ),
          <li key={shown}>
            <Link to={pathOf(shown)} aria-label={words.page(shown)} aria-current={shown === page ? "page" : undefined}>
              {shown}
            </Link>
          </li>,
        ])}
        {page < pages && (
          <>
            <li>
              <Link to={pathOf(page + 1)} rel="next" className="word">
                {words.next} <Icon name="forward" />
              </Link>
            </li>
            <li>
              <Link to={pathOf(pages)} aria-label={words.last}>
                <Icon name="last" />
              </Link>
            </li>
          </>
        )}
      </ul>
    </nav>
  );
}

/** Specification, section 2: the first, the last and those within two of the current page. */
export function shownPages(page: number, pages: number): number[] {
  const near = [page - 2, page - 1, page, page + 1, page + 2].filter((one) => one > 1 && one < pages);
  return pages > 1 ? [1, ...near, pages] : [1];
}
