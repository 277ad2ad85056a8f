import { pathIn } from "../../petition/language.ts";
import { Link } from "../design/link.tsx";
import { useLanguage, useSay } from "../say.tsx";

export function Mark() {
  const say = useSay();
  return (
    <Link className="mark" to={pathIn(useLanguage(), "/")}>
      <span className="iris" aria-hidden="true" />
      {say("frame.name")}
    </Link>
  );
}
