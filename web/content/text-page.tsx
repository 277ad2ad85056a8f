import type { ReactNode } from "react";
import { DEFAULT_LANGUAGE } from "../../petition/language.ts";
import { MAIN } from "../frame/main.ts";
import { useLanguage } from "../translation.tsx";
import type { LongText } from "./prose.ts";
import { ProseBlock } from "./prose-text.tsx";

export function TextPage({ text, contents, below }: { text: LongText; contents?: string; below?: ReactNode }) {
  return (
    <main id={MAIN} className="wrap list-page">
      <h1>{text.title}</h1>
      <p className="intro">{text.lede}</p>
      {text.authoritative && <Authoritative>{text.authoritative}</Authoritative>}
      <div className={contents ? "text-body with-contents" : "text-body"}>
        {contents && (
          <nav aria-labelledby="contents">
            <p id="contents" className="strong">
              {contents}
            </p>
            <ol>
              {text.sections.map(({ id, title }) => (
                <li key={id}>
                  <a href={`#${id}`}>{title}</a>
                </li>
              ))}
            </ol>
          </nav>
        )}
        <div className="text-sections">
          {text.sections.map(({ id, title, blocks, standsApart }) => (
            <section key={id} id={id} aria-labelledby={`${id}-title`} className={standsApart ? "flow apart" : "flow"}>
              <h2 id={`${id}-title`} className="section-title">
                {title}
              </h2>
              {blocks.map((block, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a text keep their places
                <ProseBlock block={block} key={index} />
              ))}
            </section>
          ))}
          {below}
        </div>
      </div>
    </main>
  );
}

/** A translation says at the top that the German text is authoritative; the German text mentions it. */
export function Authoritative({ children }: { children: string }) {
  const isTranslation = useLanguage() !== DEFAULT_LANGUAGE;
  if (!isTranslation) return <p className="source">{children}</p>;
  return <p className="remark">{children}</p>;
}
