import { useEffect, useRef, useState } from "react";
import { Button } from "../design/button.tsx";
import { useHydrated } from "../frame/use-hydrated.ts";
import { useTranslations } from "../translation.tsx";

const SAYS_COPIED = 4000;

/** Something to be taken along letter by letter: it wraps, and a press of the button copies it. */
export function Copyable({ text }: { text: string }) {
  const t = useTranslations();
  const hydrated = useHydrated();
  const place = useRef<HTMLElement>(null);
  const [said, setSaid] = useState<"copied" | "copyFailed" | null>(null);
  useEffect(() => {
    if (!said) return;
    const silence = setTimeout(() => setSaid(null), SAYS_COPIED);
    return () => clearTimeout(silence);
  }, [said]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setSaid("copied");
    } catch {
      // No clipboard without https, nor in many browsers inside of apps: there one copies by hand.
      if (place.current) getSelection()?.selectAllChildren(place.current);
      setSaid("copyFailed");
    }
  }

  return (
    <span className="copyable">
      <code ref={place}>
        {text.split(/(?<= )/).map((word, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the words of a command keep their places
          <span key={at}>{word}</span>
        ))}
      </code>
      {hydrated && (
        <Button kind="quiet" onClick={copy}>
          {t("transparency.head.copy")}
          <span className="visually-hidden">{` ${text.slice(0, 40)}`}</span>
        </Button>
      )}
      <span role="status" className="source">
        {said && t(`transparency.head.${said}`)}
      </span>
    </span>
  );
}
