import { type ComponentProps, type MouseEvent, type ReactNode, type Ref, useCallback, useEffect, useRef } from "react";
import { PETITION_ZONE } from "../../petition/calendar.ts";
import { Button } from "../design/button.tsx";
import { Icon } from "../design/icon.tsx";
import { useTranslations } from "../translation.tsx";
import { searchFor, usePlace, type View } from "./place.ts";
import "./parts.css";

interface Headed {
  id: string;
  className?: string;
  title: string;
  heading?: Ref<HTMLHeadingElement>;
  onRefresh?(): unknown;
  beside?: ReactNode;
  children: ReactNode;
}

export function Section({ id, className, title, heading, onRefresh, beside, children }: Headed) {
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

export interface Waiting {
  asked: { data: unknown; isError: boolean };
  loading?: ReactNode;
  failed?: ReactNode;
}

export function Until({ asked: { data, isError }, loading, failed }: Waiting) {
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

export function Warning({ role, children }: { role?: "alert"; children: ReactNode }) {
  return (
    <p className="failed warning" role={role}>
      <Icon name="warning" />
      <span>{children}</span>
    </p>
  );
}

/** What is wrong, and below it what to do. Only the title is read out: what is `seen` changes every half minute. */
export function Alarm({ title, seen, children }: { title: string; seen: ReactNode; children: ReactNode }) {
  return (
    <div className="failed alarm">
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

export function Bad({ children, code }: { children?: ReactNode; code?: string | null }) {
  return (
    <span className="badge madder">
      <Icon name="warning" />
      {children && <span> {children}</span>}
      {code && <code> {code}</code>}
    </span>
  );
}

export function Moment({ at }: { at: string }) {
  return <time dateTime={at}>{zonedMinute(at)}</time>;
}

type Way = ComponentProps<"a"> & { view: View; narrowed?: Record<string, string>; part?: string };

/** To a view, and to a `part` of it by its id, without loading the page again: it holds the key. */
export function PlaceLink({ view, narrowed, part, ...rest }: Way) {
  const [, go] = usePlace();
  const followed = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    go({ view, narrowed });
    if (part) document.getElementById(part)?.scrollIntoView();
  };
  return <a {...rest} href={`${searchFor(view, narrowed) || "?"}${part ? `#${part}` : ""}`} onClick={followed} />;
}

/** When another list is `shown` after an act, the focus goes to the heading if the pressed button is gone, or in `anyCase`. */
export function useFocusKept(shown: unknown, anyCase = false) {
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

const MINUTES = {
  timeZone: PETITION_ZONE,
  day: "2-digit",
  month: "2-digit",
  year: "numeric",
  hour: "2-digit",
  minute: "2-digit",
} as const satisfies Intl.DateTimeFormatOptions;
const toTheMinute = new Intl.DateTimeFormat("de-DE", MINUTES);
const toTheSecond = new Intl.DateTimeFormat("de-DE", { ...MINUTES, second: "2-digit" });

/** `21.11.2026 14:05`, in every language. */
export function zonedMinute(moment: string | Date): string {
  return toTheMinute.format(new Date(moment)).replace(",", "");
}

export function zonedSecond(moment: string | Date): string {
  return toTheSecond.format(new Date(moment)).replace(",", "");
}

/** `21.11.2026` of `2026-11-21`. */
export function zonedDay(day: string): string {
  return zonedMinute(noonOf(day)).slice(0, 10);
}

/** In the middle of its day in every zone of Europe. */
export function noonOf(day: string): Date {
  return new Date(`${day}T11:00:00Z`);
}
