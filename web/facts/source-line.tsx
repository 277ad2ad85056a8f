import { OutLink } from "../frame/out-link.tsx";
import { useLanguage } from "../translation.tsx";
import type { Linked, Sources } from "./sources.server.ts";

export function SourceLine({ sources: { label, links } }: { sources: Sources }) {
  return (
    <div className="source">
      <p>{label}</p>
      <ul>
        {links.map(({ title, published, url, seen }) => (
          <li key={url}>
            <OutLink href={url}>{title}</OutLink>, <span>{published}.</span> {seen && <span className="seen">{seen}</span>}
          </li>
        ))}
      </ul>
    </div>
  );
}

export function SourceSentence({ source }: { source: Linked & { url: string; language: string } }) {
  const language = useLanguage();
  return (
    <p className="source">
      {source.before}
      <a href={source.url} hrefLang={source.language === language ? undefined : source.language} rel="noopener noreferrer">
        {source.link}
      </a>
      {source.after}
    </p>
  );
}
