import { petitionConfig } from "../../petition.config.ts";
import { useSay } from "../say.tsx";
import { OutLink } from "./out-link.tsx";

export function Sponsor() {
  const say = useSay();
  return (
    <aside className="sponsor" aria-label={say("frame.sponsor.label")}>
      <div className="wrap">
        {say("frame.sponsor.text")} <OutLink href={petitionConfig.sponsor.url}>{say("frame.sponsor.link")}</OutLink>
      </div>
    </aside>
  );
}
