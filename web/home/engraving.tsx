import { useState } from "react";

export function engravingPath(step: number): string {
  return `/drawings/engraving/${step}`;
}

/** Its lines are a mask over the iris colours. It does not change while somebody reads. */
export function Engraving({ step }: { step: number }) {
  const [drawn] = useState(step);
  return (
    <svg className="underprint engraving" viewBox="-126 -126 252 252" aria-hidden="true" focusable="false">
      <linearGradient id="engraving-colours" gradientUnits="userSpaceOnUse" x1="-114" y1="-20" x2="114" y2="20">
        <stop offset="2%" stopColor="var(--iris-from)" />
        <stop offset="50%" stopColor="var(--iris-through)" />
        <stop offset="98%" stopColor="var(--iris-to)" />
      </linearGradient>
      <mask id="engraving-lines" maskUnits="userSpaceOnUse" x="-126" y="-126" width="252" height="252">
        <image href={engravingPath(drawn)} x="-126" y="-126" width="252" height="252" />
      </mask>
      <rect x="-126" y="-126" width="252" height="252" fill="url(#engraving-colours)" mask="url(#engraving-lines)" />
    </svg>
  );
}
