/** `(specification, "Signing")`, `(decision 0005)`, `(docs/operating/going-viral.md, "Limits")` */
import { isThere, type Papers } from "./papers.ts";

const QUOTED = /(?:, "([^"]*)")?/.source;
const CITATION = new RegExp(
  [
    `\\b[Ss]pecifications?\\b${QUOTED}`,
    `\\b[Dd]ecisions? \\d+`,
    `\\b(?:[Dd]ecisions?|[Cc]ontract), "[^"]*"`,
    `\\b[Ss]ections? \\d+`,
    `\\b(?:docs/[\\w./-]*\\w|README|CONTRIBUTING)${QUOTED}`,
  ].join("|"),
  "g",
);

/** As it is written there, on one line. */
export function citationsIn(source: string): string[] {
  const flowing = source.replace(/\s*\n\s*(?:\*(?!\/)|\/\/|--)?\s*/g, " ");
  return [...flowing.matchAll(CITATION)].map(([citation]) => citation);
}

/** Null where it leads somewhere. */
export function brokenCitation(citation: string, papers: Papers): string | null {
  const [, place = "", heading] = /^(.*?)(?:, "([^"]*)")?$/.exec(citation) ?? [];
  const file = fileOf(place, papers);
  if (file === null || (place === "specification" && heading === undefined)) return `${citation}: ${FORMS}`;
  if (!isThere(file, papers)) return `${citation}: there is no ${file}.`;
  if (heading === undefined || papers.headings.get(file)?.includes(heading)) return null;
  return `${citation}: ${file} has no such heading.`;
}

const FORMS =
  'leads nowhere. Write (specification, "a heading"), (decision 0001) or (docs/a-file.md, "a heading"), or leave it out.';

function fileOf(place: string, { files }: Papers): string | null {
  if (place === "specification") return "docs/reference/specification.md";
  if (place === "README" || place === "CONTRIBUTING") return `${place}.md`;
  if (place.startsWith("docs/")) return place;
  const number = /^decision (\d{4})$/.exec(place)?.[1];
  return [...files].find((file) => number && file.startsWith(`docs/decisions/${number}-`)) ?? null;
}
