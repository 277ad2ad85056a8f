import { type MouseEvent, type ReactNode, useEffect, useId, useRef, useState } from "react";

interface SummaryProps {
  title: ReactNode;
  errors: { href: string; text: ReactNode }[];
  heading?: "h2" | "h3";
}

/** Takes the focus whenever `errors` is another list: hand in the same one while nothing changes. Each `href` is `#` and a field's id. */
export function ErrorSummary({ title, errors, heading: Heading = "h3" }: SummaryProps) {
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

type Faults<Field extends string> = Partial<Record<Field, string>>;
type Places<Field extends string> = Readonly<Record<Field, string>>;
type Refusals = readonly { field: string; message: string }[];

/**
 * What is wrong with the fields of a form. `places`: their ids, in the order of the page. The summary says what was wrong when the form
 * was sent, and does not change while faults are corrected.
 */
export function useFaults<Field extends string>(places: Places<Field>, refusals: Refusals) {
  const [faults, setFaults] = useState(() => faultsIn(places, refusals));
  const [summary, setSummary] = useState(() => summaryOf(places, faults));
  return {
    faults,
    summary,
    isField: (name: string): name is Field => Object.hasOwn(places, name),
    look(field: Field, found: Faults<Field>) {
      setFaults((known) => ({ ...known, [field]: found[field] }));
    },
    show(found: Faults<Field>, isListed = true) {
      setFaults(found);
      setSummary(isListed ? summaryOf(places, found) : []);
    },
  };
}

/** The first refusal of each field that the form shows. */
export function faultsIn<Field extends string>(places: Places<Field>, refusals: Refusals): Faults<Field> {
  const faults: Faults<Field> = {};
  for (const { field, message } of refusals) if (Object.hasOwn(places, field)) faults[field as Field] ??= message;
  return faults;
}

function summaryOf<Field extends string>(places: Places<Field>, faults: Faults<Field>) {
  return (Object.keys(places) as Field[]).flatMap((field) => {
    const text = faults[field];
    return text === undefined ? [] : [{ href: `#${places[field]}`, text }];
  });
}
