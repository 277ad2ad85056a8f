import { createContext, type PointerEvent, type ReactNode, use, useCallback, useEffect, useRef, useState } from "react";
import { Icon } from "./icon.tsx";

const DURATION = 5_000;
const SWIPE_THRESHOLD = 50;

export interface Toast {
  title: ReactNode;
  text?: ReactNode;
  /** Failed ones are announced at once, the others when the reader pauses. */
  kind?: "done" | "failed";
  /** Shown alone: the focus goes to what says the same. */
  isSilent?: boolean;
}

interface ShownToast extends Toast {
  id: number;
}

type ToastWords = Record<"region" | "close", string>;

type ShowToast = (toast: Toast | null) => void;

const ToastContext = createContext<ShowToast>(() => {});

/** Null removes the toast that is shown. */
export function useToast(): ShowToast {
  return use(ToastContext);
}

export function ToastProvider({ words, children }: { words: ToastWords; children: ReactNode }) {
  const [shown, setShown] = useState<ShownToast | null>(null);
  const count = useRef(0);
  const cause = useRef<Element>(null);
  const show = useCallback((toast: Toast | null) => {
    count.current += 1;
    cause.current = document.activeElement;
    setShown(toast && { ...toast, id: count.current });
  }, []);
  const dismiss = useCallback((id: number) => {
    // The focus would be lost with the button that has it.
    const hasFocus = document.activeElement?.closest(".toaster");
    if (hasFocus && cause.current instanceof HTMLElement) cause.current.focus({ preventScroll: true });
    setShown((now) => (now?.id === id ? null : now));
  }, []);
  return (
    <ToastContext value={show}>
      {children}
      <Toaster toast={shown} dismiss={dismiss} words={words} />
    </ToastContext>
  );
}

interface ToasterProps {
  toast: ShownToast | null;
  dismiss(id: number): void;
  words: ToastWords;
}

function Toaster({ toast, dismiss, words }: ToasterProps) {
  const region = useRef<HTMLElement>(null);
  useEffect(() => {
    const focusRegion = (event: KeyboardEvent) => {
      if (event.key !== "F8") return;
      event.preventDefault();
      region.current?.focus();
    };
    document.addEventListener("keydown", focusRegion);
    return () => document.removeEventListener("keydown", focusRegion);
  }, []);
  const box = toast && <ToastBox key={toast.id} toast={toast} dismiss={dismiss} close={words.close} />;
  return (
    <section className="toaster" aria-label={words.region} tabIndex={-1} ref={region}>
      {/* Both stand there from the start: a live region that appears together with its text is not read. Of an alert, Orca reads nothing. */}
      <div role="status">{toast?.kind !== "failed" && !toast?.isSilent && box}</div>
      <div aria-live="assertive" aria-atomic="true">
        {toast?.kind === "failed" && !toast.isSilent && box}
      </div>
      {toast?.isSilent && box}
    </section>
  );
}

function ToastBox({ toast, dismiss, close }: { toast: ShownToast; dismiss(id: number): void; close: string }) {
  const end = useCallback(() => dismiss(toast.id), [dismiss, toast.id]);
  const pausing = useCountdown(end);
  const swiping = useSwipeRight(end);
  return (
    <div className={toast.kind === "failed" ? "toast bad" : "toast"} {...pausing} {...swiping}>
      <Icon name={toast.kind === "failed" ? "warning" : "tick"} />
      <div>
        <b>{toast.title}</b>
        {toast.text && <span>{toast.text}</span>}
      </div>
      <button type="button" className="btn-icon" aria-label={close} onClick={end}>
        <Icon name="close" />
      </button>
    </div>
  );
}

/** Runs out after {@link DURATION}; a pointer above or the focus inside hold it up. */
function useCountdown(end: () => void) {
  const [paused, setPaused] = useState(false);
  useEffect(() => {
    if (paused) return;
    const timer = setTimeout(end, DURATION);
    return () => clearTimeout(timer);
  }, [paused, end]);
  const pause = () => setPaused(true);
  const resume = () => setPaused(false);
  return { onPointerEnter: pause, onPointerLeave: resume, onFocus: pause, onBlur: resume };
}

function useSwipeRight(end: () => void) {
  const from = useRef<number | null>(null);
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>) => {
      from.current = event.clientX;
    },
    onPointerUp: (event: PointerEvent<HTMLElement>) => {
      if (from.current !== null && event.clientX - from.current >= SWIPE_THRESHOLD) end();
      from.current = null;
    },
    onPointerCancel: () => {
      from.current = null;
    },
  };
}
