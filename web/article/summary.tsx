import { Sheet } from "../design/sheet.tsx";
import { SourceLine } from "../facts/source-line.tsx";
import type { ArticleContent } from "./content.ts";

export function Summary({ summary }: { summary: ArticleContent["summary"] }) {
  return (
    <Sheet className="summing" id="summary" labelledBy="summary-title">
      <h2 id="summary-title">{summary.title}</h2>
      <dl>
        {summary.items.map(({ id, title, text }) => (
          <div key={id}>
            <dt>{title}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
      <SourceLine sources={summary.sources} />
    </Sheet>
  );
}
