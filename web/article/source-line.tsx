import { Fragment } from "react";
import { OutLink } from "../frame/out-link.tsx";
import type { Sources } from "./content.ts";

export function SourceLine({ sources: { label, links, checked } }: { sources: Sources }) {
  return (
    <p className="source">
      {label}{" "}
      {links.map(({ title, date, url }, place) => (
        <Fragment key={url}>
          {place > 0 && "; "}
          <OutLink href={url}>{title}</OutLink>, {date}
        </Fragment>
      ))}
      . {checked}
    </p>
  );
}
