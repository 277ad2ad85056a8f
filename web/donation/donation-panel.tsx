import { useId } from "react";
import { track, useView } from "../analytics/track.ts";
import { DONATIONS, type Donations } from "../donations.ts";
import { OutLink } from "../frame/out-link.tsx";
import { useLanguage, useTranslations } from "../translation.tsx";

/** Its button is only outlined: confirming and sharing come first. */
export function DonationPanel() {
  return DONATIONS && <Panel donations={DONATIONS} />;
}

function Panel({ donations: { association, url } }: { donations: Donations }) {
  const t = useTranslations();
  const language = useLanguage();
  const title = useId();
  useView("donate_view");
  return (
    <section className="gift" aria-labelledby={title}>
      <h2 id={title}>{t("donation.panel.title")}</h2>
      <p>{t("donation.panel.text", { association: association.name[language] })}</p>
      <div className="gift-ways">
        <OutLink href={url} className="btn btn-line" arrow onFollow={() => track("donate_click", "payment_provider")}>
          {t("donation.donate")}
        </OutLink>{" "}
        <OutLink href={association.url} onFollow={() => track("donate_click", "association")}>
          {t("donation.more")}
        </OutLink>
      </div>
      <p className="small soft">{t("donation.panel.note")}</p>
    </section>
  );
}
