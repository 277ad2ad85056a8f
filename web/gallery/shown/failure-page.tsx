import { FailurePage } from "../../frame/failure-page.tsx";
import type { Entry } from "../state.ts";

export default {
  place: "none",
  states: {
    "something broke": () => <FailurePage />,
    "the database is away": () => (
      <FailurePage said="Die Seite kann gerade nicht antworten. In ein paar Minuten geht es wieder." />
    ),
  },
} satisfies Entry;
