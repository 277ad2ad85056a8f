/**
 * Without the characters that nobody sees and nobody has typed on purpose: zero width, soft hyphen, marks of direction. They come along where somebody
 * copies. Variants of a letter are marks and stay, and so does a joiner between letters, which some scripts need. No look-behind here: Safari before 16.4
 * would refuse the whole script.
 */
export function withoutUnseen(text: string): string {
  return text.replace(/([\p{L}\p{M}][\u200c\u200d])(?=\p{L})|(?!\p{M})\p{Default_Ignorable_Code_Point}/gu, "$1");
}
