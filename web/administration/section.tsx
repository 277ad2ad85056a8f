import type { ReactNode, Ref } from "react";
import { Button } from "../design/button.tsx";
import { useTranslations } from "../translation.tsx";

/** A part of the administration beneath its heading. `onRefresh`: beside it stands a button that asks anew. */
export function Section({
  id,
  title,
  heading,
  onRefresh,
  beside,
  children,
}: {
  id: string;
  title: string;
  heading?: Ref<HTMLHeadingElement>;
  onRefresh?(): unknown;
  beside?: ReactNode;
  children: ReactNode;
}) {
  const t = useTranslations();
  return (
    <section aria-labelledby={id}>
      <div className="admin-head">
        <h2 id={id} tabIndex={heading ? -1 : undefined} ref={heading}>
          {title}
        </h2>
        {beside}
        {onRefresh && (
          <Button kind="line" onClick={() => onRefresh()}>
            {t("administration.charts.refresh")}
          </Button>
        )}
      </div>
      {children}
    </section>
  );
}
