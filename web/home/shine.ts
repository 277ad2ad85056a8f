const STEP = 24;
const ARROWS: Record<string, [number, number]> = {
  ArrowLeft: [-STEP, 0],
  ArrowRight: [STEP, 0],
  ArrowUp: [0, -STEP],
  ArrowDown: [0, STEP],
};

/** Lights the middle of what is seen of the sheet, then follows pointer and arrow keys; Escape puts it out, and so does work on the form. */
export function shine(light: HTMLElement, turn: (isOn: boolean) => void): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  const sheet = light.closest<HTMLElement>(".sheet");
  const button = light.parentElement?.querySelector("button");
  const { top, bottom, width } = light.getBoundingClientRect();
  let x = width / 2;
  let y = (Math.max(top, 0) + Math.min(bottom, innerHeight)) / 2 - top;
  moveTo(x, y);

  function moveTo(toX: number, toY: number): void {
    x = Math.min(Math.max(toX, 0), light.clientWidth);
    y = Math.min(Math.max(toY, 0), light.clientHeight);
    light.style.setProperty("--lamp-x", `${x}px`);
    light.style.setProperty("--lamp-y", `${y}px`);
  }

  function follow({ clientX, clientY }: PointerEvent): void {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const box = light.getBoundingClientRect();
    moveTo(clientX - box.left, clientY - box.top);
  }

  function onKey(event: KeyboardEvent): void {
    if (event.key === "Escape") turn(false);
    const arrow = event.target === button && ARROWS[event.key];
    if (!arrow) return;
    event.preventDefault();
    moveTo(x + arrow[0], y + arrow[1]);
  }

  function onFocus({ target }: FocusEvent): void {
    if (target !== button) turn(false);
  }

  sheet?.addEventListener("pointermove", follow, { signal });
  sheet?.addEventListener("pointerdown", follow, { signal });
  sheet?.addEventListener("focusin", onFocus, { signal });
  document.addEventListener("keydown", onKey, { signal });
  return () => listening.abort();
}
