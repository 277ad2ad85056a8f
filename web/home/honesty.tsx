import type { ReactNode } from "react";
import type { SiteFacts } from "../../contract/site-facts.ts";
import { pageIn } from "../../petition/addresses.ts";
import { hoursOf } from "../../petition/duration.ts";
import { Link } from "../design/link.tsx";
import { Text, useLanguage, useTranslations } from "../translation.tsx";

/** What a signature does and what it does not: only what is true today. */
export function Honesty({ facts }: { facts: Pick<SiteFacts, "confirmationLifetime" | "deleteBy"> }) {
  const t = useTranslations();
  const language = useLanguage();
  const hours = hoursOf(facts.confirmationLifetime);
  const deletion = (inner: ReactNode) => <Link to={pageIn(language, "withdrawal")}>{inner}</Link>;
  const counting = (inner: ReactNode) => <Link to={pageIn(language, "transparency")}>{inner}</Link>;
  return (
    <section className="band" aria-labelledby="honesty-title">
      <div className="wrap">
        <h2 id="honesty-title">{t("home.honesty.title")}</h2>
        <dl className="plain">
          <Point term={t("home.honesty.appeal.title")}>{t("home.honesty.appeal.text")}</Point>
          <Point term={t("home.honesty.number.title")}>
            <Text of="home.honesty.number.text" tags={{ a: counting }} />
          </Point>
          <Point term={t("home.honesty.one.title")}>
            <Text of="home.honesty.one.text" values={{ hours }} />
          </Point>
          <Point term={t("home.honesty.revocable.title")}>
            <Text of="home.honesty.revocable.text" values={{ deleteBy: facts.deleteBy }} tags={{ a: deletion }} />
          </Point>
        </dl>
      </div>
    </section>
  );
}

function Point({ term, children }: { term: string; children: ReactNode }) {
  return (
    <div>
      <dt>{term}</dt>
      <dd>{children}</dd>
    </div>
  );
}
