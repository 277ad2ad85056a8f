import { petitionConfig } from "../../petition.config.ts";
import { track, useView } from "../analytics/track.ts";
import { OutLink } from "../frame/out-link.tsx";
import { useTranslations } from "../translation.tsx";

export function DonationBanner() {
  const t = useTranslations();
  useView("donate_footer_view");
  return (
    <aside className="give" aria-label={t("donation.banner.label")}>
      <div className="wrap">
        <p>
          <span className="long">{t("donation.banner.text")}</span>
          <span className="short">{t("donation.banner.short")}</span>
          <span className="brief">{t("donation.banner.brief")}</span>
        </p>
        <OutLink
          href={petitionConfig.donateUrl}
          className="btn btn-line"
          arrow
          onFollow={() => track("donate_footer_click", "payment_provider")}
        >
          {t("donation.donate")}
        </OutLink>
        <OutLink href={petitionConfig.association.url} onFollow={() => track("donate_footer_click", "association")}>
          {t("donation.more")}
        </OutLink>
      </div>
    </aside>
  );
}
