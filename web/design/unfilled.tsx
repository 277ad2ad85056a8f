import type { ReactNode } from "react";

/** Stands where a fact belongs that nobody has filled in yet, and looks it. */
export function Unfilled({ children }: { children: ReactNode }) {
  return <mark className="unfilled">{children}</mark>;
}
