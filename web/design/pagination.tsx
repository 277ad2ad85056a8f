import { Icon } from "./icon.tsx";
import { Link } from "./link.tsx";

export function Pagination({
  page,
  pages,
  shown,
  pathOf,
  words,
}: {
  page: number;
  pages: number;
  shown: (number | "gap")[];
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
        {shown.map((one, place) =>
          one === "gap" ? (
            <li className="gap" aria-hidden="true" key={`after-${shown[place - 1]}`}>
              …
            </li>
          ) : (
            <li key={one}>
              <Link to={pathOf(one)} aria-label={words.page(one)} aria-current={one === page ? "page" : undefined}>
                {one}
              </Link>
            </li>
          ),
        )}
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
