import { Unfilled } from "../../web/design/unfilled.tsx";
import { useTranslations } from "../../web/translation.tsx";
import type { GalleryEntry } from "../state.ts";

export default {
  states: {
    "what nobody has written yet": () => (
      <p>
        <Unfilled>{useTranslations()("frame.name")}</Unfilled>
      </p>
    ),
  },
} satisfies GalleryEntry;
