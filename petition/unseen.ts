/**
 * Without invisible characters (zero width, soft hyphen, marks of direction), which come with copied text. Variation selectors stay, and
 * joiners between letters, which some scripts need. No look-behind: Safari before 16.4 would refuse the script.
 */
export function withoutUnseen(text: string): string {
  return text.replace(/([\p{L}\p{M}][\u200c\u200d])(?=\p{L})|(?!\p{M})\p{Default_Ignorable_Code_Point}/gu, "$1");
}
