import type { ReactNode } from "react";
import { SourceLine } from "../facts/source-line.tsx";
import type { RiskCard } from "./article.server.ts";

export function Risk({ card, answer, children }: { card: RiskCard; answer: string; children: ReactNode }) {
  const titled = `${card.id}-title`;
  return (
    <article className="risk" id={card.id} aria-labelledby={titled}>
      <span className="numeral" data-n={card.number} aria-hidden="true">
        {card.number}
      </span>
      <div className="risk-body">
        <h3 id={titled}>
          <span className="kind">{card.kind}</span> {card.title}
        </h3>
        <a className="anchor" href={`#${card.id}`} aria-label={card.anchor}>
          #
        </a>
        {card.figures.length > 0 && (
          <dl className="pair">
            {card.figures.map(({ label, figure }) => (
              <div key={label}>
                <dt>{label}</dt>
                <dd>{figure}</dd>
              </div>
            ))}
          </dl>
        )}
        <div className="sides">
          <div>
            <p>{card.text}</p>
          </div>
          <div className="answered">
            <h4>{answer}</h4>
            <p>{card.answered}</p>
          </div>
        </div>
        <SourceLine sources={card.sources} />
        {children}
      </div>
    </article>
  );
}
