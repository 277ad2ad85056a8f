import { useEffect, useState } from "react";
import { LinkButton } from "../design/button.tsx";
import { Text, useFormat } from "../translation.tsx";

interface SignBarProps {
  count: number | null;
  href: string;
  label: string;
  isNeeded(): boolean;
}

/** `isNeeded` is asked when the window changes. The bar hides while somebody types or a menu is open. */
export function SignBar({ count, href, label, isNeeded }: SignBarProps) {
  const format = useFormat();
  const shown = useWhile(isNeeded);
  return (
    <div className="signbar" data-shown={shown ? "" : undefined}>
      {count !== null && (
        <span>
          <b>{format.number(count)}</b>
          <br />
          <Text of="home.bar" values={{ count }} />{" "}
        </span>
      )}
      <LinkButton key={href} href={href}>
        {label}
      </LinkButton>
    </div>
  );
}

const THRESHOLD = 100;

export function isFormFar(): boolean {
  // After signing, the receipt has the place of the form.
  return topOf("#sign:not(.receipt)") > THRESHOLD;
}

export const isCallAhead = () => topOf("#call") > window.innerHeight;

export const isShareAhead = () => topOf("#share-title") > window.innerHeight;

/** A missing element counts as seen. */
function topOf(selector: string): number {
  return document.querySelector(selector)?.getBoundingClientRect().top ?? Number.NEGATIVE_INFINITY;
}

function useWhile(isNeeded: () => boolean): boolean {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    let frame = 0;
    // While somebody types on a phone, the keyboard would lift the bar over the field.
    const isTyping = () => document.activeElement?.matches("input, textarea, select") ?? false;
    const look = () => setShown(isNeeded() && !isTyping() && document.querySelector("dialog[open]") === null);
    const lookSoon = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(look);
    };
    look();
    const events = ["scroll", "resize", "focusin", "focusout", "toggle"];
    // The toggle event of a dialog does not bubble; it is only seen while it is captured.
    for (const name of events) window.addEventListener(name, lookSoon, { capture: true, passive: true });
    return () => {
      cancelAnimationFrame(frame);
      for (const name of events) window.removeEventListener(name, lookSoon, { capture: true });
    };
  }, [isNeeded]);
  return shown;
}
