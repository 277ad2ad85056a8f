import type { ComponentProps } from "react";
import { MadeAgain } from "./made-again.tsx";

export function Sheet({
  corner = false,
  className,
  labelledBy,
  children,
  ...rest
}: Omit<ComponentProps<"section">, "aria-labelledby"> & { corner?: boolean; labelledBy?: string }) {
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
