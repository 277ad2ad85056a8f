import { describe, expect, test } from "vitest";
import { brokenCitation, citationsIn } from "./citations.ts";
import { readPapers } from "./papers.ts";
import { textOf } from "./tracked.ts";

const papers = readPapers();

/** The papers themselves are followed by `links.test.ts`. */
const isCode = (file: string) => /\.(tsx?|css|mjs|sql)$/.test(file) && !/^checks\/citations(\.test)?\.ts$/.test(file);

test("every paper that the code cites is there, and has the heading", () => {
  const broken = [...papers.files]
    .filter(isCode)
    .flatMap((file) => citationsIn(textOf(file)).map((citation) => ({ file, wrong: brokenCitation(citation, papers) })))
    .filter(({ wrong }) => wrong !== null);
  expect(broken.map(({ file, wrong }) => `${file}: ${wrong}`)).toEqual([]);
});

describe("citations are followed", () => {
  const cases: Array<[comment: string, isBroken: boolean]> = [
    ['/** Until when (specification, "Signing"). */', false],
    ['/**\n * Until when (specification,\n * "Data kept").\n */', false],
    ["/** In two steps (decision 0005). */", false],
    ['// A hall (docs/operating/going-viral.md, "Limits")', false],
    ["/** As docs/reference/specification.md says. */", false],
    ["// See docs/threat-model.md and docs/decisions/0016-one-order-of-locks.md.", false],
    ['/** Who may know whom (README, "Find your way"). */', false],
    ["/** In whole seconds (RFC 7519, 4.1.4; GDPR, Art. 17). */", false],
    ["/** Decides whom the contract binds. */", false],
    ['/** Until when (specification, "Signatures"). */', true],
    ["/** The specification's sentence. */", true],
    ["/** Specification, section 9: milliseconds. */", true],
    ["/** As in section 7. */", true],
    ['/** Nobody learns it (decisions, "Signing"). */', true],
    ['/** For monitors (contract, "HTTP"). */', true],
    ["/** In two steps (decision 5). */", true],
    ["/** In two steps (decision 9999). */", true],
    ['// A hall (docs/operating/going-viral.md, "Halls")', true],
    ["// A hall (docs/halls.md)", true],
    ["// In one order (docs/decisions/0016).", true],
    ['/** Who may know whom (README, "The flat"). */', true],
  ];

  test.each(cases)("%j", (comment, isBroken) => {
    expect(citationsIn(comment).some((citation) => brokenCitation(citation, papers) !== null)).toBe(isBroken);
  });
});
