import { useEffect, useState } from "react";
import { LinkButton } from "../design/button.tsx";
import { Text, useFormat, useTranslations } from "../translation.tsx";

/** `isNeeded` is asked on each change of the window; while somebody is typing or a menu is open the bar makes room. */
export function SignBar({ count, to, isNeeded }: { count: number | null; to: string; isNeeded: () => boolean }) {
  const t = useTranslations();
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
      <LinkButton href={to}>{t("home.hero.sign")}</LinkButton>
    </div>
  );
}

const THRESHOLD = 100;

/** The form begins more than {@link THRESHOLD} below the window's top. */
export function isFormFar(): boolean {
  // Whoever has signed finds their receipt in the form's place.
  return topOf("#sign:not(.receipt)") > THRESHOLD;
}

/** The call to sign at the end of a page is still below the window. */
export function isCallAhead(): boolean {
  return topOf("#call") > window.innerHeight;
}

/** Nowhere counts as seen. */
function topOf(selector: string): number {
  return document.querySelector(selector)?.getBoundingClientRect().top ?? Number.NEGATIVE_INFINITY;
}

function useWhile(isNeeded: () => boolean): boolean {
  const [shown, setShown] = useState(false);
  useEffect(() => {
    let frame = 0;
    const look = () => setShown(isNeeded() && !isTyping() && document.querySelector("dialog[open]") === null);
    const lookSoon = () => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(look);
    };
    look();
    const events = ["scroll", "resize", "focusin", "focusout", "toggle"];
    // Dialogs tell of their opening only to those who listen while the event is on its way down.
    for (const name of events) window.addEventListener(name, lookSoon, { capture: true, passive: true });
    return () => {
      cancelAnimationFrame(frame);
      for (const name of events) window.removeEventListener(name, lookSoon, { capture: true });
    };
  }, [isNeeded]);
  return shown;
}

/** A field has the focus: on a phone the keyboard would lift the bar over it. */
function isTyping(): boolean {
  return document.activeElement?.matches("input, textarea, select") ?? false;
}
