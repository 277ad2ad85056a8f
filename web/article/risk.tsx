import type { RiskCard } from "./content.ts";
import { SourceLine } from "./source-line.tsx";

export function Risk({ card, number, answer }: { card: RiskCard; number: number; answer: string }) {
  const titled = `${card.id}-title`;
  return (
    <article className="risk" id={card.id} aria-labelledby={titled}>
      <span className="numeral" data-n={number} aria-hidden="true">
        {number}
      </span>
      <div className="risk-body">
        <h3 id={titled}>
          <span className="kind">{card.kind}</span> {card.title}
        </h3>
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
          <div className="ecb">
            <h4>{answer}</h4>
            <p>{card.ecb}</p>
          </div>
        </div>
        <SourceLine sources={card.sources} />
      </div>
    </article>
  );
}
