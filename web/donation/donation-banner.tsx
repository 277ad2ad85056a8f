import { track, useView } from "../analytics/track.ts";
import { DONATIONS, type Donations } from "../donations.ts";
import { OutLink } from "../frame/out-link.tsx";
import { useLanguage, useTranslations } from "../translation.tsx";

export function DonationBanner() {
  return DONATIONS && <Banner donations={DONATIONS} />;
}

function Banner({ donations: { association, url } }: { donations: Donations }) {
  const t = useTranslations();
  const to = { association: association.name[useLanguage()] };
  useView("donate_footer_view");
  return (
    <aside className="give" aria-label={t("donation.banner.label")}>
      <div className="wrap">
        <p>
          <span className="long">{t("donation.banner.text", to)}</span>{" "}
          <span className="short">{t("donation.banner.short", to)}</span>{" "}
          <span className="brief">{t("donation.banner.brief", to)}</span>
        </p>
        <OutLink href={url} className="btn btn-line" arrow onFollow={() => track("donate_footer_click", "payment_provider")}>
          {t("donation.donate")}
        </OutLink>{" "}
        <OutLink href={association.url} onFollow={() => track("donate_footer_click", "association")}>
          {t("donation.more")}
        </OutLink>
      </div>
    </aside>
  );
}
