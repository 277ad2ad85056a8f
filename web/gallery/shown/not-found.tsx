import { NotFound } from "../../frame/not-found.tsx";
import type { Entry } from "../state.ts";

export default { place: "none", states: { "as it is": () => <NotFound /> } } satisfies Entry;
