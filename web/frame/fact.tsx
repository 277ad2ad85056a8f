import type { ReactNode } from "react";

type FactProps = { id?: string; name: ReactNode; className?: string; children: ReactNode };

export function Fact({ id, name, className, children }: FactProps) {
  return (
    <div id={id}>
      <dt>{name}</dt>
      <dd className={className}>{children}</dd>
    </div>
  );
}
