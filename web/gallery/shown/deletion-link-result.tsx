import { DeletionLinkResult } from "../../withdrawal/deletion-link-result.tsx";
import type { Entry } from "../state.ts";

export default {
  place: "result",
  states: {
    open: () => <DeletionLinkResult outcome="open" token="gallery" />,
    erased: () => <DeletionLinkResult outcome="erased" token="gallery" />,
    "nothing to erase": () => <DeletionLinkResult outcome="nothing" token="gallery" />,
    expired: () => <DeletionLinkResult outcome="expired" token="gallery" />,
    unknown: () => <DeletionLinkResult outcome="unknown" token="gallery" />,
  },
} satisfies Entry;
