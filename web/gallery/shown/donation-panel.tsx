import { DonationPanel } from "../../donation/donation-panel.tsx";
import type { Entry } from "../state.ts";

export default { states: { "as it is": () => <DonationPanel /> } } satisfies Entry;
