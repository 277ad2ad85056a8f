/** Words, and names of shapes that come further down. */
export type Kind = (string | { shape: string })[];

/** The place of the answers that many calls have. */
export const COMMON_ANSWERS = "common-answers";

export function placeOfShape(name: string): string {
  return `shape-${name}`;
}

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
