import { useEffect, useState } from "react";
import { LinkButton } from "../design/button.tsx";
import { Text, useFormat, useTranslations } from "../translation.tsx";

const THRESHOLD = 100;

export function SignBar({ count }: { count: number | null }) {
  const t = useTranslations();
  const format = useFormat();
  const shown = useFormIsFar();
  return (
    <div className="signbar" data-shown={shown ? "" : undefined}>
      {count !== null && (
        <span>
          <b>{format.number(count)}</b>
          <br />
          <Text of="home.bar" values={{ count }} />
        </span>
      )}
      <LinkButton href="#sign">{t("home.hero.sign")}</LinkButton>
    </div>
  );
}

/** True while the form begins more than {@link THRESHOLD} below the window's top, unless somebody is typing or a menu is open. */
function useFormIsFar(): boolean {
  const [isFar, setIsFar] = useState(false);
  useEffect(() => {
    let frame = 0;
    const look = () => {
      // Whoever has signed finds their receipt in the form's place.
      const form = document.querySelector("#sign:not(.receipt)");
      const isAway = form !== null && form.getBoundingClientRect().top > THRESHOLD;
      setIsFar(isAway && !isTyping() && document.querySelector("dialog[open]") === null);
    };
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
  }, []);
  return isFar;
}

/** A field has the focus: on a phone the keyboard would lift the bar over it. */
function isTyping(): boolean {
  return document.activeElement?.matches("input, textarea, select") ?? false;
}
