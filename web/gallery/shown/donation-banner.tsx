import { DonationBanner } from "../../donation/donation-banner.tsx";
import type { Entry } from "../state.ts";

export default { states: { "as it is": () => <DonationBanner /> } } satisfies Entry;
