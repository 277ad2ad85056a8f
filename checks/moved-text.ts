/**
 * Texts that React could not find again in a page which a program of the reader's has changed: to translate a page, a browser takes each
 * text node out of it and puts elements in its place. React survives that where a text is all that its element holds. Beside others it
 * would write into a node that nobody sees, remove one that is elsewhere, or insert something before it.
 */
import { posix } from "node:path";
import { type ESTree, parseSync, Visitor } from "vite";

/** What something in JSX is in the page, among its siblings. */
interface Shown {
  isText: boolean;
  /** It may become another text. */
  changes: boolean;
  /** It is there at one time and not at another. */
  comesAndGoes: boolean;
}

const ELEMENT: Shown = { isText: false, changes: false, comesAndGoes: false };
const TEXT: Shown = { ...ELEMENT, isText: true };

/** What each component shows that is no element of its own, by `file#name`. */
type Components = Map<string, Shown>;

interface Source {
  file: string;
  program: ESTree.Program;
  text: string;
  /** `file#name` of what a name stands for. */
  idOf(name: string): string;
}

/** They show their children and nothing else. */
const TRANSPARENT = /^(Suspense|StrictMode|Fragment|\w+Context)$/;

/** Each as `file:line: JSX`. */
export function textsInDanger(files: { file: string; text: string }[]): string[] {
  const sources = files.map(({ file, text }) => sourceOf(file, text));
  let known: Components = new Map();
  // Components show components: each round knows one storey more.
  for (let round = 0; round < 4; round += 1) known = new Map(sources.flatMap((source) => componentsOf(source, known)));
  return sources.flatMap((source) => inDanger(source, known));
}

function sourceOf(file: string, text: string): Source {
  const { program } = parseSync(file, text);
  const imported = new Map<string, string>();
  for (const statement of program.body)
    if (statement.type === "ImportDeclaration")
      for (const { local } of statement.specifiers)
        imported.set(local.name, posix.join(posix.dirname(file), statement.source.value));
  return { file, program, text, idOf: (name) => `${imported.get(name) ?? file}#${name}` };
}

function componentsOf(source: Source, known: Components): [string, Shown][] {
  const found: [string, Shown][] = [];
  const functions: { name: string; returned: Shown[] }[] = [];
  const enter = ({ id }: { id?: { name: string } | null }) => functions.push({ name: id?.name ?? "", returned: [] });
  const leave = () => {
    const { name, returned } = functions.pop() ?? { name: "", returned: [] };
    const shown = joined(returned);
    // One text, or one element, takes another's place.
    const comesAndGoes = shown.comesAndGoes || (shown.isText && returned.length > 1);
    if (/^[A-Z]/.test(name)) found.push([`${source.file}#${name}`, { ...shown, comesAndGoes }]);
  };
  const returns = ({ argument }: ESTree.ReturnStatement) =>
    functions.at(-1)?.returned.push(joined(shownBy(argument, source, known)));
  const kinds = ["FunctionDeclaration", "FunctionExpression", "ArrowFunctionExpression"];
  new Visitor({
    ...Object.fromEntries(
      kinds.flatMap((kind) => [
        [kind, enter],
        [`${kind}:exit`, leave],
      ]),
    ),
    ReturnStatement: returns,
  }).visit(source.program);
  return found;
}

function inDanger(source: Source, known: Components): string[] {
  const found: string[] = [];
  const note = ({ start, end }: ESTree.JSXElement) => {
    const line = source.text.slice(0, start).split("\n").length;
    const jsx = source.text.slice(start, end).replace(/\s+/g, " ");
    found.push(`${source.file}:${line}: ${jsx.slice(0, 120)}`);
  };
  const look = (element: ESTree.JSXElement) => {
    const children = childrenOf(element);
    if (children.length === 1 && isSafeAlone(children[0], source, known)) return;
    if (isAnyInDanger(children.flatMap((child) => shownBy(child, source, known)))) note(element);
  };
  // Handed over, or one of many: it stands in an element that is not seen here.
  const lookInside = ({ body }: ESTree.ArrowFunctionExpression) => {
    if (body.type === "JSXElement" && isAnyInDanger(shownBy(body, source, known))) note(body);
  };
  new Visitor({ JSXElement: look, ArrowFunctionExpression: lookInside }).visit(source.program);
  return found;
}

function isAnyInDanger(shown: Shown[]): boolean {
  return shown.some(({ isText, changes, comesAndGoes }, place) => {
    if (isText) return changes || comesAndGoes;
    // What comes is inserted before the next that is there.
    return comesAndGoes && shown.slice(place + 1).find((next) => next.isText || !next.comesAndGoes)?.isText;
  });
}

type Expression = ESTree.Expression | ESTree.JSXChild | ESTree.JSXEmptyExpression | null | undefined;

function shownBy(expression: Expression, source: Source, known: Components): Shown[] {
  const within = (one: Expression) => shownBy(one, source, known);
  switch (expression?.type) {
    case "Literal":
      return typeof expression.value === "string" || typeof expression.value === "number" ? [TEXT] : [maybe(ELEMENT)];
    case "JSXText":
      return [TEXT];
    case "TemplateLiteral":
      return [{ ...TEXT, changes: expression.expressions.length > 0 }];
    case "JSXFragment":
      return childrenOf(expression).flatMap(within);
    case "JSXElement":
      if (TRANSPARENT.test(nameOf(expression))) return childrenOf(expression).flatMap(within);
      return [known.get(source.idOf(nameOf(expression))) ?? ELEMENT];
    case "ConditionalExpression":
      return [...within(expression.consequent), ...within(expression.alternate)].map(maybe);
    case "LogicalExpression":
      return [...(expression.operator === "&&" ? [] : within(expression.left)), ...within(expression.right)].map(maybe);
    case "CallExpression":
      return [shownByCall(expression)];
    case "ParenthesizedExpression":
    case "TSAsExpression":
    case "TSNonNullExpression":
      return within(expression.expression);
    default:
      // What has been handed in is taken for an element.
      return [ELEMENT];
  }
}

function shownByCall({ callee, arguments: given }: ESTree.CallExpression): Shown {
  // Of functions, only methods (`format.number`) and the translator make texts.
  if (callee.type === "MemberExpression")
    return callee.property.type === "Identifier" && callee.property.name === "map"
      ? maybe(ELEMENT)
      : { ...TEXT, changes: true };
  if (callee.type !== "Identifier" || callee.name !== "t") return ELEMENT;
  // `t("a.key")` says the same for as long as the page stands.
  return { ...TEXT, changes: given.length > 1 || given[0]?.type !== "Literal" };
}

function maybe(shown: Shown): Shown {
  return { ...shown, comesAndGoes: true };
}

function joined(shown: Shown[]): Shown {
  return {
    isText: shown.some(({ isText }) => isText),
    changes: shown.some(({ changes }) => changes),
    comesAndGoes: shown.some(({ comesAndGoes }) => comesAndGoes),
  };
}

/** React writes a lone text into its element, whatever is in there; and it empties the element where something else takes its place. */
function isSafeAlone(expression: Expression, source: Source, known: Components): boolean {
  switch (expression?.type) {
    case "JSXFragment":
      return false;
    case "JSXElement":
      return !joined(shownBy(expression, source, known)).isText;
    case "ConditionalExpression":
      return [expression.consequent, expression.alternate].every((one) => isSafeAlone(one, source, known));
    case "LogicalExpression":
      return [expression.left, expression.right].every((one) => isSafeAlone(one, source, known));
    default:
      return true;
  }
}

/** Without the white space that JSX leaves out, and comments. */
function childrenOf({ children }: ESTree.JSXElement | ESTree.JSXFragment): Expression[] {
  return children.flatMap((child): Expression[] => {
    if (child.type === "JSXText") return /^\s*\n\s*$/.test(child.value) ? [] : [child];
    if (child.type !== "JSXExpressionContainer") return [child];
    return child.expression.type === "JSXEmptyExpression" ? [] : [child.expression];
  });
}

function nameOf({ openingElement: { name } }: ESTree.JSXElement): string {
  return name.type === "JSXIdentifier" ? name.name : name.type === "JSXMemberExpression" ? name.property.name : "";
}
