/** The two days of the outage: a bar while there is power, hatching between its end and its return. */
import { HOUR } from "../../petition/duration.ts";
import type { Language } from "../../petition/language.ts";
import { dayIn, timeIn } from "../facts/values.server.ts";
import type { Shape } from "./chart.tsx";
import { BAR, engraved, hatched, percent } from "./engraving.server.ts";

const WITHOUT_YEAR = { day: "numeric", month: "long" } as const;
const [DAYS, HEIGHT] = [2, 84];
const ROD_AT = 26;

export function hourIn(language: Language, moment: string): string {
  return `${dayIn(language, moment.slice(0, 10), WITHOUT_YEAR)}, ${timeIn(language, moment)}`;
}

export function timeline(chart: string, language: Language, out: string, back: string): Shape {
  const midnight = Date.parse(`${out.slice(0, 10)}T00:00Z`);
  const at = (moment: string) => ((Date.parse(`${moment}Z`) - midnight) / HOUR / (24 * DAYS)) * 100;
  const days = [out, back].map((moment, place) =>
    text("year", 25 + 50 * place, 80, dayIn(language, moment.slice(0, 10), WITHOUT_YEAR)),
  );
  return {
    is: "svg",
    with: { className: "timeline", width: "100%", height: HEIGHT },
    in: [
      {
        is: "svg",
        with: { className: "bar", y: ROD_AT, width: "100%", height: BAR },
        in: [...engraved(chart, 0, at(out)), hatched(chart, at(out), at(back)), ...engraved(chart, at(back), 100)],
      },
      ...[at(out), at(back)].map((x) => line(x, ROD_AT - 6, ROD_AT + BAR)),
      ...[out, back].map((moment) => text("figure", at(moment), 14, timeIn(language, moment))),
      ...Array.from({ length: 8 * DAYS + 1 }, (_, place) => (place / (8 * DAYS)) * 100).map((x) =>
        line(x, ROD_AT + BAR + 3, ROD_AT + BAR + (x % 50 ? 8 : 16)),
      ),
      ...days,
    ],
  };
}

function line(x: number, y1: number, y2: number): Shape {
  return { is: "line", with: { className: "post", x1: percent(x), x2: percent(x), y1, y2 } };
}

function text(look: "figure" | "year", x: number, y: number, said: string): Shape {
  const words: Shape = { is: "tspan", with: { className: `plate-${look}` }, in: said };
  return { is: "text", with: { x: percent(x), y, textAnchor: "middle" }, in: [words] };
}
