import { OutLink } from "../frame/out-link.tsx";
import type { Sources } from "./sources.ts";

export function SourceLine({ sources: { label, links } }: { sources: Sources }) {
  return (
    <div className="source">
      <p>{label}</p>
      <ul>
        {links.map(({ title, date, url, seen }) => (
          <li key={url}>
            <OutLink href={url}>{title}</OutLink>, {date}. <span className="seen">{seen}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
