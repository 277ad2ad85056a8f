import { Header } from "../../frame/header.tsx";
import type { Entry } from "../state.ts";

function openLanguages(place: HTMLElement): void {
  place.querySelector<HTMLElement>("summary")?.click();
}

export default {
  place: "none",
  states: { "as it is": () => <Header />, "with its languages open": { Show: () => <Header />, act: openLanguages } },
} satisfies Entry;
