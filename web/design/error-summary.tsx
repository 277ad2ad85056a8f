import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from "react";

/**
 * What is wrong in a form, at its top. Takes the focus whenever `errors` is another list, so hand in the same list while
 * nothing has changed. Each `href` is `#` and the id of a field, which the link focuses.
 */
export function ErrorSummary({ title, errors }: { title: ReactNode; errors: { href: string; text: ReactNode }[] }) {
  const summary = useRef<HTMLElement>(null);
  const heading = useId();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new list of errors is what calls for the focus
  useEffect(() => {
    summary.current?.focus();
  }, [errors]);
  if (errors.length === 0) return null;
  return (
    <section className="summary" aria-labelledby={heading} tabIndex={-1} ref={summary}>
      <h3 id={heading}>{title}</h3>
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
