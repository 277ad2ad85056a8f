import { Unanswered } from "../../token-page/unanswered.tsx";
import { LONG_NAME } from "../people.ts";
import type { Entry } from "../state.ts";

const MESSAGE =
  "Die Antwort dauert zu lange, darum wissen wir nicht, ob es geklappt hat. Bitte drück in einer Minute noch einmal auf den Knopf; doppelt geschieht dabei nichts.";

export default {
  place: "result",
  states: {
    "a name was corrected": () => (
      <Unanswered
        page="personal"
        token="gallery"
        result={{ outcome: "unanswered", message: MESSAGE, posted: [["fullName", LONG_NAME]] }}
      />
    ),
  },
} satisfies Entry;
