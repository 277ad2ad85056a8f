/** An English message, letter by letter in another alphabet: values, tags, choices and numbers stay what they are. */

/** Each message stands in them: what shows without was never translated, or was put together out of pieces. */
export const BRACKETS = ["⟦", "⟧"] as const;

interface Alphabet {
  code: string;
  letters: Readonly<Record<string, string>>;
}

export function pseudo(message: string, alphabet: Alphabet): string {
  return BRACKETS[0] + spelt(message, alphabet) + BRACKETS[1];
}

function spelt(message: string, alphabet: Alphabet): string {
  let said = "";
  for (let at = 0; at < message.length; at += 1) {
    const sign = message[at] ?? "";
    if (sign === "{") {
      const end = closing(message, at);
      said += argument(message.slice(at + 1, end), alphabet);
      at = end;
    } else if (sign === "<") {
      const end = message.indexOf(">", at);
      said += message.slice(at, end + 1);
      at = end;
    } else said += alphabet.letters[sign] ?? sign;
  }
  return said;
}

/** `{name}` and `{name, number}` as they are; of choices what they say. */
function argument(inner: string, alphabet: Alphabet): string {
  const [, head = "", kind, rest = ""] = /^(\w+, (plural|selectordinal|select),)(.*)$/s.exec(inner) ?? [];
  if (!kind) return `{${inner}}`;
  const given = Object.fromEntries(branchesOf(rest).map(([name, text]) => [name, spelt(text, alphabet)]));
  const branches = kind === "select" ? given : withCategories(given, alphabet.code, kind === "selectordinal");
  return `{${head}${Object.entries(branches)
    .map(([name, text]) => ` ${name} {${text}}`)
    .join("")}}`;
}

/** English has two forms for numbers, others up to six: each is there, so that none is missed. */
function withCategories(given: Record<string, string>, language: string, isOrdinal: boolean): Record<string, string> {
  const { pluralCategories } = new Intl.PluralRules(language, { type: isOrdinal ? "ordinal" : "cardinal" }).resolvedOptions();
  const exact = Object.entries(given).filter(([name]) => name.startsWith("="));
  return Object.fromEntries([...exact, ...pluralCategories.map((name) => [name, given[name] ?? given.other ?? ""])]);
}

function branchesOf(text: string): [name: string, text: string][] {
  const branches: [string, string][] = [];
  for (let at = text.indexOf("{"), from = 0; at >= 0; at = text.indexOf("{", from)) {
    const end = closing(text, at);
    branches.push([text.slice(from, at).trim(), text.slice(at + 1, end)]);
    from = end + 1;
  }
  return branches;
}

/** Of the brace at `open`. */
function closing(text: string, open: number): number {
  let depth = 0;
  for (let at = open; at < text.length; at += 1) {
    if (text[at] === "{") depth += 1;
    if (text[at] === "}") depth -= 1;
    if (depth === 0) return at;
  }
  throw new Error(`A brace stays open: ${text}`);
}
