/**
 * What somebody typed, chose or opened outlives the elements it was typed into: React makes them again where a hydration failed (a
 * password manager or the system changed the page before its script ran), and where something broke.
 */
import { type ReactNode, useLayoutEffect } from "react";

export type Typed = ReturnType<typeof holdTyped>;

const HELD = "input:not([type=hidden], [type=file]), textarea, summary, button, a[href]";

/** Holds the elements that are there now: taken out of the page, they keep what is in them. */
export function holdTyped() {
  const before = elementsByPlace();
  const focused = document.activeElement;
  return {
    putBack() {
      const now = elementsByPlace();
      for (const [place, old] of before) {
        const made = now.get(place);
        if (!made || old.isConnected) continue;
        fill(made, old);
        if (old === focused) focus(made, old);
      }
    },
  };
}

/** Around what is hydrated. Before the effects of what is within, which read the fields. */
export function KeepTyped({ typed, children }: { typed: Typed; children: ReactNode }) {
  useLayoutEffect(() => typed.putBack(), [typed]);
  return children;
}

/** By kind and name, and counted among those of the same: React may have made up the ids. */
function elementsByPlace(): Map<string, HTMLElement> {
  const counts = new Map<string, number>();
  const places = [...document.querySelectorAll<HTMLInputElement>(HELD)].map((element): [string, HTMLElement] => {
    const kind = [element.localName, element.type, element.name, isBox(element) && element.value].join(" ");
    const count = (counts.get(kind) ?? 0) + 1;
    counts.set(kind, count);
    return [`${kind} ${count}`, element];
  });
  return new Map(places);
}

function fill(made: HTMLElement, old: HTMLElement): void {
  const [shown, wasShown] = [made.parentElement, old.parentElement];
  if (shown instanceof HTMLDetailsElement && wasShown instanceof HTMLDetailsElement) shown.open ||= wasShown.open;
  if (isBox(made)) {
    const { checked, type } = old as HTMLInputElement;
    if (made.checked !== checked && (checked || type === "checkbox")) made.click();
  } else if (isText(made) && isText(old) && made.value !== old.value) {
    // By the browser's own setter: React's notes the value as its own, and would not hear of the change.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(made), "value")?.set?.call(made, old.value);
    made.dispatchEvent(new Event("input", { bubbles: true }));
  }
}

function focus(made: HTMLElement, old: HTMLElement): void {
  made.focus({ preventScroll: true });
  if (isText(made) && isText(old) && old.selectionStart !== null) made.setSelectionRange(old.selectionStart, old.selectionEnd);
}

function isBox(element: HTMLElement): element is HTMLInputElement {
  return element instanceof HTMLInputElement && /^(checkbox|radio)$/.test(element.type);
}

function isText(element: HTMLElement): element is HTMLInputElement | HTMLTextAreaElement {
  return (element instanceof HTMLInputElement && !isBox(element)) || element instanceof HTMLTextAreaElement;
}
