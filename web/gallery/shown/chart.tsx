import { Chart } from "../../charts/chart.tsx";
import { useMade } from "../made.ts";
import type { Entry } from "../state.ts";

export default {
  states: {
    all: () => useMade().charts.map((chart) => <Chart key={chart.id} chart={chart} />),
    brief: () =>
      useMade()
        .charts.slice(0, 1)
        .map((chart) => <Chart key={chart.id} chart={chart} brief />),
  },
} satisfies Entry;
