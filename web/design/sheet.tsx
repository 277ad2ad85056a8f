import type { ComponentProps } from "react";
import { MadeAgain } from "./made-again.tsx";

type SheetProps = ComponentProps<"section"> & { corner?: boolean; labelledBy?: string };

export function Sheet({ corner = false, className, labelledBy, children, ...rest }: SheetProps) {
  return (
    <section {...rest} className={["sheet", className].filter(Boolean).join(" ")} aria-labelledby={labelledBy}>
      {corner && (
        <span className="corner" aria-hidden="true">
          <span className="iris" />
        </span>
      )}
      <MadeAgain>{children}</MadeAgain>
    </section>
  );
}
