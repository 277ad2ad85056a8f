import type { ReactNode } from "react";

/** A frame in which a wide or long table scrolls, with the keyboard, too. */
export function Scroller({ label, children }: { label: string; children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached with the keyboard
    <section className="scroller" tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}
