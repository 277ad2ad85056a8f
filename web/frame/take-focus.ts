/** A ref, with `tabIndex` -1, of what has come of an act: with the page that answers it, live regions are not read. */
export function takeFocus(element: HTMLElement | null): void {
  element?.focus();
}
