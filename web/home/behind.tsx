import type { ReactNode } from "react";
import { pageIn } from "../../petition/addresses.ts";
import { petitionConfig } from "../../petition.config.ts";
import { Link } from "../design/link.tsx";
import { filledIn } from "../filled-in.ts";
import { Text, useLanguage, useTranslations } from "../translation.tsx";

/** Who answers for the petition, as far as that is filled in, and how anybody can check its number. */
export function BehindAndCounting() {
  const t = useTranslations();
  const language = useLanguage();
  const { name, representative } = petitionConfig.organisation;
  const organisation = filledIn(name);
  const person = filledIn(representative);
  const notice = (inner: ReactNode) => <Link to={pageIn(language, "legalNotice")}>{inner}</Link>;
  const check = (inner: ReactNode) => <Link to={pageIn(language, "transparency")}>{inner}</Link>;
  return (
    <div className="band">
      <div className="wrap answerable">
        <section aria-labelledby="behind-title">
          <h2 id="behind-title">{t("home.behind.title")}</h2>
          <p>
            {organisation === undefined ? t("home.behind.organisationOpen") : t("home.behind.organisation", { organisation })}{" "}
            {person !== undefined && `${t("home.behind.person", { representative: person })} `}
            <Text of="home.behind.notice" tags={{ a: notice }} />
          </p>
        </section>
        <section aria-labelledby="counting-title">
          <h2 id="counting-title">{t("home.counting.title")}</h2>
          <p>
            <Text of="home.counting.text" /> <Text of="home.counting.check" tags={{ a: check }} />
          </p>
        </section>
      </div>
    </div>
  );
}
