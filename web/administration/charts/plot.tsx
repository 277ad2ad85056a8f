import { useEffect, useRef, useSyncExternalStore } from "react";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { PETITION_ZONE } from "../../../petition/calendar.ts";
import { useFormat } from "../../translation.tsx";

export interface PlotSeries {
  label: string;
  values: (number | null)[];
  look: "bars" | "line" | "dashes";
  colour: string;
}

const HEIGHT = 260;

/** Redrawn for the width and the scheme. A bar has its time in the middle. A table beside it has the same numbers. */
export function Plot({ label, times, series }: { label: string; times: Date[]; series: PlotSeries[] }) {
  const place = useRef<HTMLDivElement>(null);
  const format = useFormat();
  const isDark = useIsDark();

  // biome-ignore lint/correctness/useExhaustiveDependencies: the colours are read anew when the scheme changes
  useEffect(() => {
    const box = place.current;
    if (!box) return;
    const colourOf = (token: string) => getComputedStyle(box).getPropertyValue(token).trim();
    const axis = { stroke: colourOf("--ink-soft"), grid: { stroke: colourOf("--hair"), width: 1 }, font: AXIS_FONT };
    const data = [times.map((time) => time.getTime() / 1000), ...series.map(({ values }) => values)] as uPlot.AlignedData;
    const plot = new uPlot(
      {
        width: box.clientWidth,
        height: HEIGHT,
        tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1000), PETITION_ZONE),
        cursor: { drag: { x: false, y: false } },
        legend: { show: false },
        scales: {
          x: { range: () => spanOf(times) },
          y: { range: (_plot, _least, most) => [0, Math.max(4, most * 1.08)] },
        },
        axes: [
          {
            ...axis,
            ...(isByDay(times) && { incrs: WHOLE_DAYS }),
            values: (_plot, ticks) => tickLabels(ticks, format.dateTime),
          },
          {
            ...axis,
            size: 64,
            values: (_plot, ticks) => ticks.map((tick) => (Number.isInteger(tick) ? format.number(tick) : "")),
          },
        ],
        series: [{}, ...series.map((one) => looksOf(one, colourOf(one.colour), times.length === 1))],
      },
      data,
      box,
    );
    const resizing = new ResizeObserver(() => plot.setSize({ width: box.clientWidth, height: HEIGHT }));
    resizing.observe(box);
    return () => {
      resizing.disconnect();
      plot.destroy();
    };
  }, [times, series, format, isDark]);

  return <div className="plot" ref={place} role="img" aria-label={label} />;
}

const AXIS_FONT = '14px "Source Sans 3 Variable", "Source Sans 3 Variable Whole", sans-serif';
const DAY = 24 * 60 * 60;
const WHOLE_DAYS = [1, 2, 7, 14, 28, 91, 182, 365].map((days) => days * DAY);

/** Between two days there is nothing to be read. */
function isByDay([first, second]: Date[]): boolean {
  return !first || !second || second.getTime() - first.getTime() >= (DAY / 2) * 1000;
}

function looksOf({ label, look }: PlotSeries, stroke: string, isAlone: boolean): uPlot.Series {
  if (look === "bars") return { label, fill: stroke, points: { show: false }, paths: uPlot.paths.bars?.({ size: [0.7, 40] }) };
  // No line leads from a single point to nowhere.
  const points = { show: isAlone, size: 8, fill: stroke };
  return { label, stroke, width: 2, points, dash: look === "dashes" ? [6, 6] : undefined, spanGaps: look === "dashes" };
}

/** In seconds, with room for a bar at both ends. Steps are a day at most: a forecast may lie far ahead. */
function spanOf(times: Date[]): [from: number, to: number] {
  const [first = 0, second = first + DAY] = times.map((time) => time.getTime() / 1000);
  const last = (times.at(-1)?.getTime() ?? 0) / 1000;
  const room = Math.min(DAY, second - first) / 2;
  return [first - room, last + room];
}

function tickLabels(ticks: number[], t: (moment: number, options: Intl.DateTimeFormatOptions) => string): string[] {
  const step = (ticks[1] ?? 0) - (ticks[0] ?? 0);
  const options: Intl.DateTimeFormatOptions =
    step >= 28 * DAY
      ? { month: "2-digit", year: "numeric" }
      : step >= DAY
        ? { day: "numeric", month: "numeric" }
        : { hour: "2-digit", minute: "2-digit" };
  return ticks.map((tick) => t(tick * 1000, options));
}

function useIsDark(): boolean {
  return useSyncExternalStore(
    (changed) => {
      const scheme = matchMedia(DARK);
      scheme.addEventListener("change", changed);
      return () => scheme.removeEventListener("change", changed);
    },
    () => matchMedia(DARK).matches,
    () => false,
  );
}

const DARK = "(prefers-color-scheme: dark)";
