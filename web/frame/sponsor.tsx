import { petitionConfig } from "../../petition.config.ts";
import { useSay } from "../say.tsx";
import { OutLink } from "./out-link.tsx";

/** Paid for, and marked as such (German law against unfair competition, § 5a (4)). */
export function Sponsor() {
  const say = useSay();
  return (
    <aside className="sponsor" aria-label={say("frame.sponsor.label")}>
      <div className="wrap">
        <span className="badge">{say("frame.sponsor.mark")}</span> {say("frame.sponsor.text")}{" "}
        <OutLink href={petitionConfig.sponsor.url}>{say("frame.sponsor.link")}</OutLink>
      </div>
    </aside>
  );
}
