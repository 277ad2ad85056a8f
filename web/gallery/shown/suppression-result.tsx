import { SuppressionResult } from "../../confirmation/suppression-result.tsx";
import type { Entry } from "../state.ts";

export default {
  place: "result",
  states: {
    open: () => <SuppressionResult outcome="open" token="gallery" />,
    suppressed: () => <SuppressionResult outcome="suppressed" token="gallery" />,
    undone: () => <SuppressionResult outcome="undone" token="gallery" />,
    counted: () => <SuppressionResult outcome="counted" token="gallery" />,
    expired: () => <SuppressionResult outcome="expired" token="gallery" />,
    unknown: () => <SuppressionResult outcome="unknown" token="gallery" />,
  },
} satisfies Entry;
