import { ShareCard } from "../../sharing/share-card.tsx";
import { SITE } from "../people.ts";
import type { Entry } from "../state.ts";

function pressCopy(place: HTMLElement): void {
  place.querySelector<HTMLButtonElement>(".copy button")?.click();
}

export default {
  states: {
    "as it is": () => <ShareCard url={SITE} />,
    "after copying": { Show: () => <ShareCard url={SITE} />, act: pressCopy },
    "long address": () => <ShareCard url={`https://${"unterschreiben-".repeat(6)}petition.example/de`} />,
  },
} satisfies Entry;
