import { useId } from "react";
import { petitionConfig } from "../../petition.config.ts";
import { track, useView } from "../analytics/track.ts";
import { OutLink } from "../frame/out-link.tsx";
import { useSay } from "../say.tsx";

/**
 * Asks for a donation and names who gets it. Before the confirmation (`pending`) its button is only outlined: the
 * mailbox is the step that counts.
 */
export function DonationPanel({ placement }: { placement: "confirmed" | "pending" }) {
  const say = useSay();
  const title = useId();
  useView("donate_view");
  return (
    <section className="gift" aria-labelledby={title}>
      <h2 id={title}>{say("donation.panel.title")}</h2>
      <p>{say("donation.panel.text")}</p>
      <div className="gift-ways">
        <OutLink
          href={petitionConfig.donateUrl}
          className={placement === "pending" ? "btn btn-line" : "btn"}
          arrow
          onFollow={() => track("donate_click", "payment_provider")}
        >
          {say("donation.donate")}
        </OutLink>
        <OutLink href={petitionConfig.association.url} onFollow={() => track("donate_click", "association")}>
          {say("donation.more")}
        </OutLink>
      </div>
      <p className="small soft">{say("donation.panel.note")}</p>
    </section>
  );
}
