const DRAWINGS = {
  tick: "M4 12.5l5 5L20 6.5",
  warning: "M12 3.5a8.5 8.5 0 110 17 8.5 8.5 0 010-17zM12 8v5M12 16v.2",
  clock: "M12 3.5a8.5 8.5 0 110 17 8.5 8.5 0 010-17zM12 7.5V12l3.2 2",
  down: "M12 4v15M6 13l6 6 6-6",
  back: "M19 12H5M11 6l-6 6 6 6",
  forward: "M5 12h14M13 6l6 6-6 6",
  first: "M18 6l-6 6 6 6M7 6v12",
  last: "M6 6l6 6-6 6M17 6v12",
  out: "M8 6h10v10M18 6L6 18",
  open: "M6 9.5l6 6 6-6",
  menu: "M4 7h16M4 12h16M4 17h16",
  close: "M6 6l12 12M18 6L6 18",
  lock: "M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 017 0v3",
  unlock: "M6 11h12v9H6zM8.5 11V8a3.5 3.5 0 016.6-1.6",
  hide: "M4 4l16 16M9.9 5.7A9.6 9.6 0 0112 5.5c5 0 8 4 9 6.5a11 11 0 01-2.8 3.9M6.3 7.5A11.6 11.6 0 003 12c1 2.5 4 6.5 9 6.5 1.6 0 3-.4 4.2-1M10 10a2.8 2.8 0 004 4",
  show: "M3 12c1-2.5 4-6.5 9-6.5s8 4 9 6.5c-1 2.5-4 6.5-9 6.5S4 14.5 3 12zM12 9.2a2.8 2.8 0 110 5.6 2.8 2.8 0 010-5.6z",
  envelope: "M3.5 6h17v12h-17zM4 6.5l8 6.5 8-6.5",
  shield: "M12 3l7.5 3v5.5c0 4.5-3 7.7-7.5 9.5-4.5-1.8-7.5-5-7.5-9.5V6zM8.5 12l2.5 2.5 4.5-5",
  search: "M10.5 4a6.5 6.5 0 110 13 6.5 6.5 0 010-13zM15.5 15.5L20 20",
  bin: "M4 7h16M9 7V4.5h6V7M6.5 7l1 13h9l1-13M10 11v5M14 11v5",
  download: "M12 4v11M7 11l5 5 5-5M4.5 19.5h15",
} as const;

export type IconName = keyof typeof DRAWINGS;

const ONWARD: IconName[] = ["back", "forward", "first", "last", "out"];

/** A line drawing beside a word that says the same: screen readers pass it by. */
export function Icon({ name }: { name: IconName }) {
  return (
    <svg
      className="icon"
      data-onward={ONWARD.includes(name) ? "" : undefined}
      viewBox="0 0 24 24"
      aria-hidden="true"
      focusable="false"
    >
      <path d={DRAWINGS[name]} />
    </svg>
  );
}
