/** `npm run figures`, and at the end of `npm run check`: how large the house is, and how far from where it should be. */
import { dirname } from "node:path/posix";
import { type ESTree, parseSync, Visitor } from "vite";
import { circlesIn, type Import, importsOf } from "./imports.ts";
import { textOf, trackedFiles } from "./tracked.ts";
import { brokenWall } from "./walls.ts";

interface Figure {
  of: string;
  is: number;
  most: number;
}

const COMMENT_LINE = /^\s*(?:\/\*|\*|\/\/)/;
const NAMES = ["Place", "Asked", "Entry", "Standing"];

const product = trackedFiles().filter(
  (file) =>
    /\.tsx?$/.test(file) && !/\.test\.tsx?$|^(?:bench|checks|e2e|gallery|server\/testing)\/|^[\w-]+\.config\.ts$/.test(file),
);
const lines = product.flatMap((file) => textOf(file).trimEnd().split("\n"));
const imports = product.flatMap((file) => importsOf(file, textOf(file)));
const serverImports = imports.filter(({ from, to }) => from.startsWith("server/") && to.startsWith("server/"));

const ROUTES = product.filter((file) => /^server\/(?:features(?!\/signing\/)|administration)\/[^/]+\/routes\.ts$/.test(file));

const figures: Figure[] = [
  { of: "folders of server/ in circles of imports", is: new Set(circlesIn(byFolder(serverImports)).flat()).size, most: 0 },
  { of: "imports upwards in server/", is: serverImports.filter((found) => brokenWall(found) !== null).length, most: 0 },
  { of: "lines of the product (TypeScript, TSX)", is: lines.length, most: 53_100 },
  { of: "files of the product", is: product.length, most: 800 },
  { of: "files from a route to its rule, but signing", is: Math.max(...ROUTES.map(filesTo)), most: 4 },
  { of: "mechanisms (docs/architecture.md)", is: rowsOf("docs/architecture.md", "| problem | mechanism | where |"), most: 18 },
  { of: "functions over 80 lines", is: product.reduce((sum, file) => sum + longFunctionsIn(file), 0), most: 0 },
  {
    of: "comment lines in 1,000",
    is: Math.round((1000 * lines.filter((line) => COMMENT_LINE.test(line)).length) / lines.length),
    most: 40,
  },
  ...NAMES.map((name) => ({ of: `types called ${name}`, is: typesCalled(name), most: 1 })),
  { of: "lines of the README", is: textOf("README.md").trimEnd().split("\n").length, most: 120 },
  { of: "words of the README", is: wordsOf("README.md"), most: 1_200 },
  {
    of: "words of docs/",
    is: trackedFiles()
      .filter((file) => /^docs\/.*\.md$/.test(file))
      .reduce((sum, file) => sum + wordsOf(file), 0),
    most: 55_000,
  },
];

for (const { of, is, most } of figures)
  console.log(`${of.padEnd(42)} ${format(is).padStart(7)}   at most ${format(most)}${is > most ? "   OVER" : ""}`);

/** A folder is what lies directly in `server/`, `server/platform/` and the other layers. */
function byFolder(found: Import[]): Import[] {
  return found.map((one) => ({ ...one, from: folderOf(one.from), to: folderOf(one.to) })).filter(({ from, to }) => from !== to);
}

function folderOf(file: string): string {
  return /^server\/(?:(?:platform|ledger|features|operations)\/)?[^/]+/.exec(file)?.[0] ?? file;
}

/** How many files of its feature's own folder a call goes through at most, and the rule in `petition/` at the end. */
function filesTo(file: string): number {
  const ahead = imports.filter(({ from, isTypeOnly }) => from === file && !isTypeOnly).map(({ to }) => to);
  const own = ahead.filter((to) => dirname(to) === dirname(file)).map(filesTo);
  return 1 + Math.max(0, ...own, ...ahead.filter((to) => to.startsWith("petition/")).map(() => 1));
}

function rowsOf(paper: string, heading: string): number {
  const [, table = ""] = textOf(paper).split(`${heading}\n`);
  return (table.split("\n\n")[0] ?? "").split("\n").length - 1;
}

function longFunctionsIn(file: string): number {
  const text = textOf(file);
  let found = 0;
  const look = ({ start, end }: ESTree.Node) => {
    if (text.slice(start, end).split("\n").length > 80) found += 1;
  };
  new Visitor({ FunctionDeclaration: look, FunctionExpression: look, ArrowFunctionExpression: look }).visit(
    parseSync(file, text).program,
  );
  return found;
}

function typesCalled(name: string): number {
  const declared = new RegExp(`^\\s*(?:export )?(?:interface|type) ${name}\\b`);
  return lines.filter((line) => declared.test(line)).length;
}

function wordsOf(paper: string): number {
  return textOf(paper).split(/\s+/).filter(Boolean).length;
}

function format(value: number): string {
  return value.toLocaleString("en");
}
