import { UNAUTHORIZED } from "../../administration/ask.ts";
import { Login } from "../../administration/login.tsx";
import type { Entry } from "../state.ts";

function knock(place: HTMLElement): void {
  const key = place.querySelector<HTMLInputElement>("input");
  if (key) key.value = "a-key-of-the-gallery";
  place.querySelector<HTMLFormElement>("form")?.requestSubmit();
}

export default {
  place: "none",
  states: {
    "as it is": () => <Login refusal={null} onOpened={() => {}} />,
    refused: () => <Login refusal={UNAUTHORIZED} onOpened={() => {}} />,
    asking: { Show: () => <Login refusal={null} onOpened={() => {}} />, act: knock },
  },
} satisfies Entry;
