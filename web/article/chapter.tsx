import type { ReactNode } from "react";

/** A part of the article below a rule of microprint, with the sentences that lead into it. */
export function Chapter({ id, title, text, children }: { id: string; title: string; text: string; children: ReactNode }) {
  const titled = `${id}-title`;
  return (
    <section className="chapter" id={id} aria-labelledby={titled}>
      <div className="opening">
        <div className="micro" aria-hidden="true" />
        <h2 id={titled}>{title}</h2>
        <p className="leading">{text}</p>
      </div>
      {children}
    </section>
  );
}
