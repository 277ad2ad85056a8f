import { Link } from "../../design/link.tsx";
import { useTranslations } from "../../translation.tsx";
import type { Entry } from "../state.ts";

export default {
  states: {
    "in a text": () => (
      <p>
        <Link to="/">{useTranslations()("errors.notFound.supporters")}</Link>
      </p>
    ),
  },
} satisfies Entry;
