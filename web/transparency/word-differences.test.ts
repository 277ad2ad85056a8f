import { describe, expect, test } from "vitest";
import { wordDifferences } from "./word-differences.ts";

/** `[-gone-]` and `{+new+}`. */
function drawn(before: string, after: string): string {
  const marks = { kept: ["", ""], removed: ["[-", "-]"], added: ["{+", "+}"] };
  return wordDifferences(before, after)
    .map(({ kind, text }) => marks[kind].join(text))
    .join("");
}

describe("What has changed between two texts", () => {
  test.each([
    ["one text", "one text", "one text"],
    ["", "new words", "{+new words+}"],
    ["old words", "", "[-old words-]"],
    ["", "", ""],
    ["Cash stays legal.", "Cash stays legal tender.", "Cash stays legal{+ tender+}."],
    ["Keep all coins now", "Keep some notes now", "Keep [-all coins-]{+some notes+} now"],
    ["First.\nSecond.", "First.\nSecond.\nThird.", "First.\nSecond.{+\nThird.+}"],
    ["a b c d e", "a c d x e", "a [-b -]c d{+ x+} e"],
  ])("from “%s” to “%s”", (before, after, expected) => {
    expect(drawn(before, after)).toBe(expected);
  });

  test("leaves out nothing of either", () => {
    const before = "Petition für Bargeld als gesetzliches Zahlungsmittel.\nKein digitaler Euro.";
    const after = "Petition für Bargeld als einziges gesetzliches Mittel – und:\n\nKein  digitaler Euro der Zentralbank.";
    const of = (...kinds: string[]) =>
      wordDifferences(before, after)
        .filter(({ kind }) => kinds.includes(kind))
        .map(({ text }) => text)
        .join("");
    expect(of("kept", "removed")).toBe(before);
    expect(of("kept", "added")).toBe(after);
  });
});
