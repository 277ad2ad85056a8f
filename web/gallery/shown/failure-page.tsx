import { FailurePage } from "../../frame/failure-page.tsx";
import type { Entry } from "../state.ts";

export default { place: "none", states: { "as it is": () => <FailurePage /> } } satisfies Entry;
