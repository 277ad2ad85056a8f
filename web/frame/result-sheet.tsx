import { type ReactNode, useEffect, useRef } from "react";
import { Icon } from "../design/icon.tsx";
import { Sheet } from "../design/sheet.tsx";
import { useTranslations } from "../translation.tsx";
import { MAIN } from "./main.ts";
import { useTitleOf } from "./use-title-of.ts";
import "./result-page.css";

type PageState = "under-way" | "under-way by-script" | "unsure";

/** `under-way`: the page asks for nothing else. `by-script`: it acts by itself. `unsure`: the script may know better in a moment. */
export function ResultPage({ state, children }: { state?: PageState | null; children: ReactNode }) {
  return (
    <main id={MAIN} className={state ? `result ${state}` : "result"}>
      <span className="underprint iris" aria-hidden="true" />
      <div className="wrap narrow">{children}</div>
    </main>
  );
}

const STAMPS = { ok: "tick", entered: "tick", wait: "clock", bad: "warning" } as const;

interface SheetProps {
  stamp: keyof typeof STAMPS | null;
  title: ReactNode;
  message?: ReactNode;
  takesFocus?: boolean;
  children?: ReactNode;
}

/** `stamp` null: an empty ring while something runs. `takesFocus`: the outcome came while somebody waited. */
export function ResultSheet({ stamp, title, message, takesFocus = false, children }: SheetProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  useTitleOf(heading, stamp === "ok");
  useEffect(() => {
    if (takesFocus) heading.current?.focus();
  }, [takesFocus]);
  return (
    <Sheet className={stamp === "wait" ? "receipt expired" : "receipt"} labelledBy="result-title">
      <div className="result-head">
        <Stamp stamp={stamp} />
        <h1 id="result-title" tabIndex={-1} ref={heading}>
          {title}
        </h1>
        {message && <p className="message">{message}</p>}
      </div>
      {children}
    </Sheet>
  );
}

export function Stamp({ stamp }: Pick<SheetProps, "stamp">) {
  const t = useTranslations();
  const role = stamp === "ok" ? { role: "img", "aria-label": t("frame.success") } : { "aria-hidden": true };
  return (
    <span className={stamp ? `stamp ${stamp}` : "stamp"} {...role}>
      {stamp && <Icon name={STAMPS[stamp]} />}
    </span>
  );
}
