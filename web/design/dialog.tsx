import { type MouseEvent, type ReactNode, useEffect, useId, useRef } from "react";

interface DialogProps {
  open: boolean;
  onClose(): void;
  title: ReactNode;
  children: ReactNode;
}

/**
 * Native and modal: Escape and a click beside it close it, and the focus goes back to where it came from. It begins at what is marked
 * `data-first`, so that Enter undoes nothing by mistake; else at the first button.
 */
export function Dialog({ open, onClose, title, children }: DialogProps) {
  const heading = useId();
  const { dialog, closing } = useModal(open, onClose);
  return (
    <dialog className="dialog" ref={dialog} aria-labelledby={heading} {...closing}>
      <h2 id={heading}>{title}</h2>
      {children}
    </dialog>
  );
}

export function useModal(open: boolean, onClose: () => void) {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    if (!element || element.open === open) return;
    if (!open) return element.close();
    element.showModal();
    element.querySelector<HTMLElement>("[data-first]")?.focus();
  }, [open]);
  return { dialog, closing: { onClose, onClick: closeBeside } };
}

/** A click on the backdrop arrives at the dialog itself, but outside its box. */
function closeBeside(event: MouseEvent<HTMLDialogElement>): void {
  if (event.target !== event.currentTarget) return;
  const box = event.currentTarget.getBoundingClientRect();
  const inside =
    event.clientX >= box.left && event.clientX <= box.right && event.clientY >= box.top && event.clientY <= box.bottom;
  if (!inside) event.currentTarget.close();
}
