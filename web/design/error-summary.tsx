import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from "react";

/** Takes the focus whenever `errors` is another list: hand in the same one while nothing changes. Each `href` is `#` and a field's id. */
export function ErrorSummary({
  title,
  errors,
  heading: Heading = "h3",
}: {
  title: ReactNode;
  errors: { href: string; text: ReactNode }[];
  heading?: "h2" | "h3";
}) {
  const summary = useRef<HTMLElement>(null);
  const headingId = useId();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new list of errors is what calls for the focus
  useEffect(() => {
    summary.current?.focus();
  }, [errors]);
  if (errors.length === 0) return null;
  return (
    <section className="summary" aria-labelledby={headingId} tabIndex={-1} ref={summary}>
      <Heading id={headingId}>{title}</Heading>
      <ul>
        {errors.map(({ href, text }) => (
          <li key={href}>
            <a href={href} onClick={focusField}>
              {text}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** A fragment link alone scrolls to a field without letting one type there. */
function focusField(event: MouseEvent<HTMLAnchorElement>): void {
  const field = document.getElementById(event.currentTarget.hash.slice(1));
  if (!field) return;
  event.preventDefault();
  field.focus();
}
