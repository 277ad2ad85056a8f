import { Unfilled } from "../../design/unfilled.tsx";
import { useTranslations } from "../../translation.tsx";
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
