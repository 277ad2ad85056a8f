import { TooManyPages } from "../../supporters/too-many-pages.tsx";
import type { Entry } from "../state.ts";

export default { place: "none", states: { "as it is": () => <TooManyPages /> } } satisfies Entry;
