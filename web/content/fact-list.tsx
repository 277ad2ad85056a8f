import type { Prose } from "./prose.ts";
import { ProseText } from "./prose-text.tsx";

export function FactList({ facts }: { facts: { term: string; values: Prose[] }[] }) {
  return (
    <dl className="facts">
      {facts.map(({ term, values }) => (
        <div key={term}>
          <dt>{term}</dt>
          <dd>
            {values.map((value, line) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an address keep their places
              <span className="own-line" key={line}>
                <ProseText prose={value} />{" "}
              </span>
            ))}
          </dd>
        </div>
      ))}
    </dl>
  );
}
