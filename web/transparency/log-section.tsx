import type { ReactNode } from "react";

export function LogSection({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section id={id} aria-labelledby={`${id}-title`} className="scroll-mt-24 border-t-[1.5px] border-ink pt-5">
      <h2 id={`${id}-title`} className="text-step-2">
        {title}
      </h2>
      {children}
    </section>
  );
}
