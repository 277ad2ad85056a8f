import { useLanguage } from "../translation.tsx";
import type { SourceSentence as Sentence } from "./sources.ts";

export function SourceSentence({ source }: { source: Sentence }) {
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
