/** What the views of the administration are made of. */
import {
  type ComponentProps,
  type MouseEvent,
  type ReactNode,
  type Ref,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
} from "react";
import { Button } from "../design/button.tsx";
import { Icon } from "../design/icon.tsx";
import { useTranslations } from "../translation.tsx";
import { zonedMinute } from "./moment.ts";
import { searchFor, usePlace, type View } from "./place.ts";

/** A part of the administration beneath its heading. `onRefresh`: beside it is a button that asks again. */
export function Section({
  id,
  className,
  title,
  heading,
  onRefresh,
  beside,
  children,
}: {
  id: string;
  className?: string;
  title: string;
  heading?: Ref<HTMLHeadingElement>;
  onRefresh?(): unknown;
  beside?: ReactNode;
  children: ReactNode;
}) {
  return (
    <section className={className} aria-labelledby={id}>
      <div className="admin-head">
        <h2 id={id} tabIndex={heading ? -1 : undefined} ref={heading}>
          {title}
        </h2>
        {beside}
        {onRefresh && <Refresh onRefresh={onRefresh} />}
      </div>
      {children}
    </section>
  );
}

export function Refresh({ onRefresh }: { onRefresh(): unknown }) {
  const t = useTranslations();
  return (
    <Button kind="line" onClick={() => onRefresh()}>
      {t("administration.charts.refresh")}
    </Button>
  );
}

/** What is said until an answer has come, and where none came. */
export function Until({
  asked: { data, isError },
  loading,
  failed,
}: {
  asked: { data: unknown; isError: boolean };
  loading: string;
  failed: string;
}) {
  if (isError) return <Failed>{failed}</Failed>;
  return data === undefined && <p role="status">{loading}</p>;
}

export function Failed({ children }: { children: ReactNode }) {
  return (
    <p className="failed" role="alert">
      <Icon name="warning" /> {children}
    </p>
  );
}

/** Something to know, in one line. */
export function Warning({ role, children }: { role?: "alert"; children: ReactNode }) {
  return (
    <p className="failed overdue" role={role}>
      <Icon name="warning" />
      <span>{children}</span>
    </p>
  );
}

/** What is wrong and `seen`, and below it what to do. Only the title is read out: the figures change every half minute. */
export function Alarm({ title, seen, children }: { title: string; seen: ReactNode; children: ReactNode }) {
  return (
    <div className="failed proxy-alarm">
      <Icon name="warning" />
      <div>
        <p>
          <b role="alert">{title}</b> <span>{seen}</span>
        </p>
        {children}
      </div>
    </div>
  );
}

export function Bad({ children }: { children: ReactNode }) {
  return (
    <span className="badge madder">
      <Icon name="warning" /> {children}
    </span>
  );
}

export function Moment({ at }: { at: string }) {
  return <time dateTime={at}>{zonedMinute(at)}</time>;
}

/** To a view, and to a `part` of it by its id: the key is kept in the page, which must not be loaded again. */
export function PlaceLink({
  view,
  narrowed,
  part,
  ...rest
}: Omit<ComponentProps<"a">, "href" | "onClick"> & { view: View; narrowed?: Record<string, string>; part?: string }) {
  const [, go] = usePlace();
  const followed = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    go({ view, narrowed });
    if (part) document.getElementById(part)?.scrollIntoView();
  };
  return <a {...rest} href={`${searchFor(view, narrowed) || "?"}${part ? `#${part}` : ""}`} onClick={followed} />;
}

/**
 * For a list whose buttons act upon it: if the button goes with what it has done, or in `anyCase`, the focus goes to the list's heading.
 * `shown` is another one whenever the list was asked for again; `acted` is to be called after each act.
 */
export function useFocusKept(
  shown: unknown,
  anyCase = false,
): { heading: RefObject<HTMLHeadingElement | null>; acted(): void } {
  const heading = useRef<HTMLHeadingElement>(null);
  const hasActed = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: looked at when something else is shown
  useEffect(() => {
    if (!hasActed.current) return;
    hasActed.current = false;
    if (anyCase || document.activeElement === document.body) heading.current?.focus();
  }, [shown]);
  const acted = useCallback(() => {
    hasActed.current = true;
  }, []);
  return { heading, acted };
}
