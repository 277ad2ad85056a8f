/** A ref, with `tabIndex` -1, of what has come of an act: with the page that answers it, live regions are not read. Not from somebody who goes on meanwhile. */
export function takeFocus(element: HTMLElement | null): void {
  if (document.activeElement === document.body) element?.focus();
}
