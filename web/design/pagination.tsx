import { Icon } from "./icon.tsx";

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
              <a href={pathOf(1)} aria-label={words.first}>
                <Icon name="first" />
              </a>
            </li>
            <li>
              <a href={pathOf(page - 1)} rel="prev" className="word">
                <Icon name="back" /> {words.previous}
              </a>
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
              <a href={pathOf(one)} aria-label={words.page(one)} aria-current={one === page ? "page" : undefined}>
                {one}
              </a>
            </li>
          ),
        )}
        {page < pages && (
          <>
            <li>
              <a href={pathOf(page + 1)} rel="next" className="word">
                {words.next} <Icon name="forward" />
              </a>
            </li>
            <li>
              <a href={pathOf(pages)} aria-label={words.last}>
                <Icon name="last" />
              </a>
            </li>
          </>
        )}
      </ul>
    </nav>
  );
}
