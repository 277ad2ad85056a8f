import { useId } from "react";
import { track, useView } from "../analytics/track.ts";
import { DONATIONS, type Donations } from "../filled-in.ts";
import { OutLink } from "../frame/out-link.tsx";
import { useLanguage, useTranslations } from "../translation.tsx";

export function DonationBanner() {
  return DONATIONS && <Banner donations={DONATIONS} />;
}

function Banner({ donations }: { donations: Donations }) {
  const t = useTranslations();
  const to = { association: donations.association.name[useLanguage()] };
  useView("donate_footer_view");
  return (
    <aside className="give" aria-label={t("donation.banner.label")}>
      <div className="wrap">
        <p>
          <span className="long">{t("donation.banner.text", to)}</span>{" "}
          <span className="short">{t("donation.banner.short", to)}</span>{" "}
          <span className="brief">{t("donation.banner.brief", to)}</span>
        </p>
        <Ways donations={donations} event="donate_footer_click" />
      </div>
    </aside>
  );
}

/** Its button is only outlined: confirming and sharing come first. */
export function DonationPanel() {
  return DONATIONS && <Panel donations={DONATIONS} />;
}

function Panel({ donations }: { donations: Donations }) {
  const t = useTranslations();
  const association = donations.association.name[useLanguage()];
  const title = useId();
  useView("donate_view");
  return (
    <section className="gift" aria-labelledby={title}>
      <h2 id={title}>{t("donation.panel.title")}</h2>
      <p>{t("donation.panel.text", { association })}</p>
      <div className="gift-ways">
        <Ways donations={donations} event="donate_click" />
      </div>
      <p className="small soft">{t("donation.panel.note")}</p>
    </section>
  );
}

type WaysProps = { donations: Donations; event: "donate_click" | "donate_footer_click" };

function Ways({ donations: { association, url }, event }: WaysProps) {
  const t = useTranslations();
  return (
    <>
      <OutLink href={url} className="btn btn-line" arrow onFollow={() => track(event, "payment_provider")}>
        {t("donation.donate")}
      </OutLink>{" "}
      <OutLink href={association.url} onFollow={() => track(event, "association")}>
        {t("donation.more")}
      </OutLink>
    </>
  );
}
