import { type Kind, placeOfShape } from "./api-view.ts";

/** What stands in back quotes is code. */
export function CodeText({ children }: { children: string }) {
  return children.split("`").map((part, index) =>
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of a sentence keep their places
    index % 2 === 1 ? <code key={index}>{part}</code> : part,
  );
}

export function KindShown({ kind }: { kind: Kind }) {
  return kind.map((part) =>
    typeof part === "string" ? (
      part
    ) : (
      <a href={`#${placeOfShape(part.shape)}`} key={part.shape}>
        {part.shape}
      </a>
    ),
  );
}
