import { Link } from "react-router";
import { pathIn } from "../../petition/language.ts";
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
