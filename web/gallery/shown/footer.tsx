import { Footer } from "../../frame/footer.tsx";
import type { Entry } from "../state.ts";

export default { place: "none", states: { "as it is": () => <Footer year="2026" /> } } satisfies Entry;
