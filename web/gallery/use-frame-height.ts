import { type RefObject, useEffect } from "react";

/** Pixels: what lies over its page is not measured. */
const WITH_OVERLAY = 480;

/** The frame that one is shown in becomes as high as what is shown. */
export function useFrameHeight(shown: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const frame = window.frameElement as HTMLElement | null;
    const element = shown.current;
    if (!frame || !element) return;
    const adjust = () => {
      const isCovered = document.querySelector("dialog[open], .toast") !== null;
      const { bottom } = element.getBoundingClientRect();
      frame.style.height = `${Math.max(Math.ceil(bottom + scrollY), isCovered ? WITH_OVERLAY : 0)}px`;
    };
    const growing = new ResizeObserver(adjust);
    growing.observe(element);
    const covering = new MutationObserver(adjust);
    covering.observe(document.body, { childList: true, subtree: true, attributeFilter: ["open"] });
    return () => {
      growing.disconnect();
      covering.disconnect();
    };
  }, [shown]);
}
