import { Fragment } from "react";
import { Unfilled } from "../design/unfilled.tsx";
import { Kept } from "../translation.tsx";
import type { Block, Prose, ProsePart } from "./prose.ts";

export function ProseText({ prose }: { prose: Prose }) {
  // biome-ignore lint/suspicious/noArrayIndexKey: parts of a text never change places
  return prose.map((part, index) => <Fragment key={index}>{partOf(part)}</Fragment>);
}

export function ProseBlock({ block }: { block: Block }) {
  switch (block.kind) {
    case "text":
      return (
        <p>
          <ProseText prose={block.text} />
        </p>
      );
    case "list":
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
    case "address":
      return (
        <address>
          {block.lines.map((line, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an address keep their places
            <span className="own-line" key={place}>
              <ProseText prose={line} />{" "}
            </span>
          ))}
        </address>
      );
  }
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
