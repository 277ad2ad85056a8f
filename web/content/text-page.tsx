import type { ReactNode } from "react";
import { DEFAULT_LANGUAGE } from "../../petition/language.ts";
import { MAIN } from "../frame/main.ts";
import { useLanguage } from "../translation.tsx";
import type { LongText } from "./prose.ts";
import { ProseBlock } from "./prose-text.tsx";

const IN_LINE = "scroll-mt-24 border-t-[1.5px] border-ink pt-5";
const APART = "scroll-mt-24 border-[1.5px] border-ink bg-brass-tint px-5 pt-5 pb-6";

export function TextPage({ text, contents, below }: { text: LongText; contents?: string; below?: ReactNode }) {
  return (
    <main id={MAIN} className="wrap list-page">
      <h1>{text.title}</h1>
      <p className="mt-5 text-step-1 leading-snug">{text.lede}</p>
      {text.authoritative && <Authoritative>{text.authoritative}</Authoritative>}
      <div className={contents ? "mt-10 grid gap-x-16 gap-y-10 lg:grid-cols-[15rem_minmax(0,1fr)] print:block" : "mt-10"}>
        {contents && (
          <nav aria-labelledby="contents" className="self-start lg:sticky lg:top-24 print:hidden">
            <p id="contents" className="font-semibold">
              {contents}
            </p>
            <ol className="mt-2">
              {text.sections.map(({ id, title }) => (
                <li key={id}>
                  <a className="inline-block py-1.5 leading-snug" href={`#${id}`}>
                    {title}
                  </a>
                </li>
              ))}
            </ol>
          </nav>
        )}
        <div className="grid max-w-3xl gap-12">
          {text.sections.map(({ id, title, blocks, standsApart }) => (
            <section key={id} id={id} aria-labelledby={`${id}-title`} className={standsApart ? APART : IN_LINE}>
              <h2 id={`${id}-title`} className="text-step-2">
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

/** A translation says on top that German holds; the German text says it in passing. */
export function Authoritative({ children }: { children: string }) {
  const isTranslation = useLanguage() !== DEFAULT_LANGUAGE;
  if (!isTranslation) return <p className="source mt-3">{children}</p>;
  return <p className="mt-5 border-s-4 border-brass bg-brass-tint px-4 py-3">{children}</p>;
}
