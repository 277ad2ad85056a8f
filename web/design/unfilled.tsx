/** Stands where a fact belongs that nobody has filled in yet, and looks it. */
export function Unfilled({ children }: { children: string }) {
  return <mark className="unfilled">{children}</mark>;
}
