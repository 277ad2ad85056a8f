import type { ReactNode } from "react";

/** Within a list `facts` or `findings`: a name, and what is known of it. */
export function Fact({ name, className, children }: { name: ReactNode; className?: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={className}>{children}</dd>
    </div>
  );
}
