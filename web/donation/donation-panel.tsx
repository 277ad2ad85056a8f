import { useId } from "react";
import { petitionConfig } from "../../petition.config.ts";
import { track, useView } from "../analytics/track.ts";
import { OutLink } from "../frame/out-link.tsx";
import { useTranslations } from "../translation.tsx";

/** Its button is only outlined: before the confirmation the mailbox is the step that counts, after it passing on. */
export function DonationPanel() {
  const t = useTranslations();
  const title = useId();
  useView("donate_view");
  return (
    <section className="gift" aria-labelledby={title}>
      <h2 id={title}>{t("donation.panel.title")}</h2>
      <p>{t("donation.panel.text")}</p>
      <div className="gift-ways">
        <OutLink
          href={petitionConfig.donateUrl}
          className="btn btn-line"
          arrow
          onFollow={() => track("donate_click", "payment_provider")}
        >
          {t("donation.donate")}
        </OutLink>
        <OutLink href={petitionConfig.association.url} onFollow={() => track("donate_click", "association")}>
          {t("donation.more")}
        </OutLink>
      </div>
      <p className="small soft">{t("donation.panel.note")}</p>
    </section>
  );
}
