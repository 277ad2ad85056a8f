import { ReportName } from "../../supporters/report-name.tsx";
import { SITE } from "../people.ts";
import type { Entry } from "../state.ts";

export default { states: { "as it is": () => <ReportName address={SITE} /> } } satisfies Entry;
