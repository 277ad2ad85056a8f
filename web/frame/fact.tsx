import type { ReactNode } from "react";

export function Fact({ name, className, children }: { name: ReactNode; className?: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd className={className}>{children}</dd>
    </div>
  );
}
