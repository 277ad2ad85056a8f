import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from "react";

/** Takes the focus whenever `errors` is another list: hand in the same one while nothing changes. Each `href` is `#` and a field's id. */
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
