/** Joiners between letters stay: some scripts need them. No look-behind: Safari before 16.4 would refuse the script. */
export function withoutUnseen(text: string): string {
  return text.replace(/([\p{L}\p{M}][\u200c\u200d])(?=\p{L})|(?!\p{M})\p{Default_Ignorable_Code_Point}/gu, "$1");
}
