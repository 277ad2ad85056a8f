const VERBS = ["select", "insert", "update", "delete"] as const;

export type StatementKind = (typeof VERBS)[number] | "transaction" | "other";

/** What begins, nests and ends transactions. */
const OF_TRANSACTIONS = /^\s*(?:begin|commit|rollback|savepoint|release)\b/i;

/** Of a statement that begins with `with` the verb stands behind its parentheses. */
export function kindOf(text: string): StatementKind {
  if (OF_TRANSACTIONS.test(text)) return "transaction";
  const first = /^\s*(\w+)/.exec(text)?.[1]?.toLowerCase();
  const verb = first === "with" ? /\b(select|insert|update|delete)\b/i.exec(outsideOfParentheses(text))?.[1] : first;
  return VERBS.find((one) => one === verb?.toLowerCase()) ?? "other";
}

function outsideOfParentheses(text: string): string {
  let depth = 0;
  let outside = "";
  for (const character of text) {
    if (character === "(") depth += 1;
    if (depth === 0) outside += character;
    if (character === ")") depth -= 1;
  }
  return outside;
}
