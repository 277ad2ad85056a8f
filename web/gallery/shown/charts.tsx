import type { AdminCharts } from "../../../contract/administration/charts.ts";
import { Charts } from "../../administration/charts/charts.tsx";
import { Desk } from "../desk.tsx";
import { NOW } from "../people.ts";
import type { ActedState, Entry } from "../state.ts";

const HOUR = 3_600_000;
const wave = (place: number) => Math.round(40 + 30 * Math.sin(place / 4));

const MANY: AdminCharts = {
  hours: Array.from({ length: 24 }, (_, place) => ({
    start: new Date(Date.parse(NOW) - (23 - place) * HOUR).toISOString(),
    ...{ confirmed: wave(place), erased: place % 5, withheld: place % 7 },
  })),
  days: Array.from({ length: 30 }, (_, place) => ({
    day: new Date(Date.parse(NOW) - (29 - place) * 24 * HOUR).toISOString().slice(0, 10) as AdminCharts["days"][number]["day"],
    ...{ confirmed: 10 * wave(place), erased: place, withheld: 0 },
  })),
  languages: [
    { language: "de", count: 9_120 },
    { language: "pl", count: 2_200 },
    { language: "en", count: 1_111 },
  ],
  signatureCount: 12_431,
  targetCount: 25_000,
  targetReachedOn: "2027-01-14" as AdminCharts["targetReachedOn"],
  funnel: { signed: 14_000, mailed: 13_980, failed: 20, confirmed: 12_431 },
  providers: [
    { provider: "gmx.de", signed: 4_000, confirmed: 3_700 },
    { provider: null, signed: 812, confirmed: 640 },
  ],
};

const NONE: AdminCharts = {
  ...MANY,
  ...{ hours: [], days: [], languages: [], providers: [], signatureCount: 0, targetReachedOn: null },
  funnel: { signed: 0, mailed: 0, failed: 0, confirmed: 0 },
};

const Shown = () => (
  <Desk>
    <Charts />
  </Desk>
);

const saying = (answer: AdminCharts | Error): ActedState => ({ Show: Shown, answers: { "/api/admin/charts": answer } });

export default {
  place: "desk",
  states: {
    loading: Shown,
    failed: saying(new TypeError("Failed to fetch")),
    "nobody yet": saying(NONE),
    "a month": saying(MANY),
  },
} satisfies Entry;
