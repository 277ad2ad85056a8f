import { petitionConfig } from "../../petition.config.ts";
import { track, useView } from "../analytics/track.ts";
import { OutLink } from "../frame/out-link.tsx";
import { useSay } from "../say.tsx";

/** Below every page. Narrow windows show the short text; where the panel stands on the page, the brief one (by CSS). */
export function DonationBanner() {
  const say = useSay();
  useView("donate_footer_view");
  return (
    <aside className="give" aria-label={say("donation.banner.label")}>
      <div className="wrap">
        <p>
          <span className="long">{say("donation.banner.text")}</span>
          <span className="short">{say("donation.banner.short")}</span>
          <span className="brief">{say("donation.banner.brief")}</span>
        </p>
        <OutLink
          href={petitionConfig.donateUrl}
          className="btn btn-line"
          arrow
          onFollow={() => track("donate_footer_click", "payment_provider")}
        >
          {say("donation.donate")}
        </OutLink>
        <OutLink href={petitionConfig.association.url} onFollow={() => track("donate_footer_click", "association")}>
          {say("donation.more")}
        </OutLink>
      </div>
    </aside>
  );
}
