import { useEffect, useRef, useSyncExternalStore } from "react";
import uPlot from "uplot";
import "uplot/dist/uPlot.min.css";
import { PETITION_ZONE } from "../../petition/calendar.ts";
import { useFormat } from "../say.tsx";

export interface PlotSeries {
  label: string;
  values: (number | null)[];
  look: "bars" | "line" | "dashes";
  /** One of our tokens, such as `--moss`. */
  colour: string;
}

const HEIGHT = 260;

/** A picture of numbers over time, redrawn for the width and the scheme. The same numbers stand in a table beside it. */
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
        scales: { y: { range: (_plot, _least, most) => [0, Math.max(4, most * 1.08)] } },
        axes: [
          { ...axis, values: (_plot, ticks) => tickLabels(ticks, format.dateTime) },
          {
            ...axis,
            size: 64,
            values: (_plot, ticks) => ticks.map((tick) => (Number.isInteger(tick) ? format.number(tick) : "")),
          },
        ],
        series: [{}, ...series.map((one) => looksOf(one, colourOf(one.colour)))],
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

const AXIS_FONT = '14px "Source Sans 3 Variable", "Source Sans 3", sans-serif';
const DAY = 24 * 60 * 60;

function looksOf({ label, look }: PlotSeries, stroke: string): uPlot.Series {
  const points = { show: false };
  if (look === "bars") return { label, fill: stroke, points, paths: uPlot.paths.bars?.({ size: [0.7, 40], align: 1 }) };
  return { label, stroke, width: 2, points, dash: look === "dashes" ? [6, 6] : undefined, spanGaps: look === "dashes" };
}

/** Days by their date, smaller steps by the clock. */
function tickLabels(ticks: number[], say: (moment: number, options: Intl.DateTimeFormatOptions) => string): string[] {
  const step = (ticks[1] ?? 0) - (ticks[0] ?? 0);
  return ticks.map((tick) =>
    step >= DAY
      ? say(tick * 1000, { day: "numeric", month: "numeric" })
      : say(tick * 1000, { hour: "2-digit", minute: "2-digit" }),
  );
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
