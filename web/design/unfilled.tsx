import type { ReactNode } from "react";

export function Unfilled({ children }: { children: ReactNode }) {
  return <mark className="unfilled">{children}</mark>;
}
