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
        <p className="mt-4">
          <ProseText prose={block.text} />
        </p>
      );
    case "list":
      return (
        <ul className="mt-3 max-w-[66ch] list-disc ps-6 marker:text-line">
          {block.items.map((item, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the items of a text keep their places
            <li className="py-1 ps-1" key={index}>
              <ProseText prose={item} />
            </li>
          ))}
        </ul>
      );
    case "address":
      return (
        <address className="mt-4 border-s-4 border-ink ps-4 not-italic">
          {block.lines.map((line, place) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the lines of an address keep their places
            <span className="block" key={place}>
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
  if ("code" in part) return <code className="font-semibold">{part.code}</code>;
  if (part.href.startsWith("/")) return <a href={part.href}>{part.text}</a>;
  return (
    <a className="wrap-anywhere" href={part.href}>
      {part.text}
    </a>
  );
}
