/** A page as a text browser reads it: no style sheet sets apart what the markup leaves together. */

/** They neither begin nor end a line. */
const INLINE = [
  ..."a abbr b button code em i input label mark output q small span strong sub sup time u".split(" "),
  ..."svg g path line rect circle text".split(" "),
];
const WITHOUT_TEXT = /<(script|style|template|head|title)\b[\s\S]*?<\/\1>/g;

/** Places where a word runs into the next one, which stands in another element. */
export function wordsThatRunTogether(html: string): string[] {
  const marked = html
    .replace(WITHOUT_TEXT, "")
    .replace(/<!--[\s\S]*?-->/g, "")
    .replace(/<\/?([a-z][\w-]*)\b[^>]*>/gi, (_tag, name: string) => (INLINE.includes(name.toLowerCase()) ? "¦" : "\n"));
  const joints = marked.matchAll(/([^\n¦]*[\p{L}\p{N}.!?:)%])(¦+)(?=([\p{L}\p{N}„“(][^\n¦]*))/gu);
  // A word that is kept whole may be declined: "e-mail" in a span, "em" in the next one.
  const isOneWord = (left: string, tags: string, right: string) =>
    (tags.length === 1 || (tags.length === 2 && /\be-mails?(?:-\p{L}+)?$/iu.test(left))) &&
    /\p{Ll}$/u.test(left) &&
    /^\p{Ll}/u.test(right);
  return [...joints]
    .filter(([, left = "", tags = "", right = ""]) => !isOneWord(left, tags, right))
    .map(([, left = "", , right = ""]) => `${left.slice(-30)}|${right.slice(0, 30)}`);
}
