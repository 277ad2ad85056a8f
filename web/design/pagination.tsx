import type { HTMLAttributes } from "react";
import { Icon } from "./icon.tsx";
import "./pagination.css";

/** Links where pages have addresses, else buttons. */
interface Ways {
  pathOf?(page: number): string;
  onPage?(page: number): void;
}

interface Paged extends Ways {
  page: number;
  pages: number;
  shown: (number | "gap")[];
  words: Record<"label" | "position" | "first" | "previous" | "next" | "last", string> & { page(page: number): string };
}

export function Pagination({ page, pages, shown, words, ...ways }: Paged) {
  return (
    <nav className={ways.onPage ? "pager compact" : "pager"} aria-label={words.label}>
      <p className="tab" role={ways.onPage && "status"}>
        {words.position}
      </p>
      <ul>
        {page > 1 && (
          <>
            <Turn to={1} {...ways} aria-label={words.first}>
              <Icon name="first" />
            </Turn>
            <Turn to={page - 1} {...ways} rel="prev" className="word">
              <Icon name="back" /> {words.previous}
            </Turn>
          </>
        )}
        {shown.map((one, place) =>
          one === "gap" ? (
            <li className="gap" aria-hidden="true" key={`after-${shown[place - 1]}`}>
              …
            </li>
          ) : (
            <Turn key={one} to={one} {...ways} aria-label={words.page(one)} aria-current={one === page ? "page" : undefined}>
              {one}
            </Turn>
          ),
        )}
        {page < pages && (
          <>
            <Turn to={page + 1} {...ways} rel="next" className="word">
              {words.next} <Icon name="forward" />
            </Turn>
            <Turn to={pages} {...ways} aria-label={words.last}>
              <Icon name="last" />
            </Turn>
          </>
        )}
      </ul>
    </nav>
  );
}

interface Turned extends Ways, Pick<HTMLAttributes<HTMLElement>, "className" | "aria-label" | "aria-current" | "children"> {
  to: number;
  rel?: "prev" | "next";
}

function Turn({ to, pathOf, onPage, rel, children, ...rest }: Turned) {
  return (
    <li>
      {pathOf ? (
        <a href={pathOf(to)} rel={rel} {...rest}>
          {children}
        </a>
      ) : (
        <button type="button" onClick={() => onPage?.(to)} {...rest}>
          {children}
        </button>
      )}
    </li>
  );
}
