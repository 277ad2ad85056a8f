import { Fragment, type ReactNode } from "react";
import { DEFAULT_LANGUAGE } from "../../petition/language.ts";
import { Contents } from "../contents.tsx";
import { Unfilled } from "../design/unfilled.tsx";
import { Fact } from "../frame/fact.tsx";
import { MAIN } from "../frame/main.ts";
import { Kept, useLanguage } from "../translation.tsx";
import type { Block, LongText, Prose, ProsePart } from "./prose.ts";
import "./text-page.css";

export function TextPage({ text, contents, below }: { text: LongText; contents?: string; below?: ReactNode }) {
  return (
    <main id={MAIN} className="wrap list-page">
      <h1>{text.title}</h1>
      <p className="intro">{text.lede}</p>
      {text.authoritative && <Authoritative>{text.authoritative}</Authoritative>}
      <div className={contents ? "text-body with-contents" : "text-body"}>
        {contents && <Contents title={contents} className="strong" sections={text.sections} />}
        <div className="text-sections">
          {text.sections.map(({ id, title, blocks, standsApart, isPart }) => (
            <section key={id} id={id} aria-labelledby={`${id}-title`} className={standsApart ? "flow apart" : "flow"}>
              {isPart ? (
                <h3 id={`${id}-title`}>{title}</h3>
              ) : (
                <h2 id={`${id}-title`} className="section-title">
                  {title}
                </h2>
              )}
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
  return <p className={useLanguage() === DEFAULT_LANGUAGE ? "source" : "remark"}>{children}</p>;
}

export function FactList({ facts }: { facts: { term: string; values: Prose[] }[] }) {
  return (
    <dl className="facts">
      {facts.map(({ term, values }) => (
        <Fact key={term} name={term}>
          <OwnLines lines={values} />
        </Fact>
      ))}
    </dl>
  );
}

export function ProseText({ prose }: { prose: Prose }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text never change places
  return prose.map((part, index) => <Fragment key={index}>{partOf(part)}</Fragment>);
}

function ProseBlock({ block }: { block: Block }) {
  if (block.kind === "text")
    return (
      <p>
        <ProseText prose={block.text} />
      </p>
    );
  if (block.kind === "address")
    return (
      <address>
        <OwnLines lines={block.lines} />
      </address>
    );
  return (
    <ul className="bullets">
      {block.items.map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the items of a text keep their places
        <li key={index}>
          <ProseText prose={item} />
        </li>
      ))}
    </ul>
  );
}

function partOf(part: ProsePart) {
  if (typeof part === "string") return <Kept>{part}</Kept>;
  if ("open" in part) return <Unfilled>{part.open}</Unfilled>;
  if ("code" in part) return <code className="strong">{part.code}</code>;
  if (part.href.startsWith("/")) return <a href={part.href}>{part.text}</a>;
  return (
    <a className="wrap-anywhere" href={part.href}>
      {part.text}
    </a>
  );
}

function OwnLines({ lines }: { lines: Prose[] }) {
  return lines.map((line, place) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an address keep their places
    <span className="own-line" key={place}>
      <ProseText prose={line} />{" "}
    </span>
  ));
}
