import type { ReactNode } from "react";
import { pageIn } from "../../petition/addresses.ts";
import { Text, useLanguage, useTranslations } from "../translation.tsx";

/** What the log shows, and what no log can show. */
export function Proof() {
  const t = useTranslations();
  const language = useLanguage();
  const toRules = (inner: ReactNode) => <a href="#rules">{inner}</a>;
  const toOwnPage = (inner: ReactNode) => <a href={pageIn(language, "personal")}>{inner}</a>;
  return (
    <>
      <h3 className="mt-5">{t("transparency.proof.proved")}</h3>
      <dl className="log-points">
        <Point term={t("transparency.proof.count.title")}>{t("transparency.proof.count.text")}</Point>
        <Point term={t("transparency.proof.fixed.title")}>{t("transparency.proof.fixed.text")}</Point>
        <Point term={t("transparency.proof.own.title")}>{t("transparency.proof.own.text")}</Point>
      </dl>
      <h3 className="mt-8">{t("transparency.proof.open")}</h3>
      <dl className="log-points">
        <Point term={t("transparency.proof.people.title")}>
          <Text of="transparency.proof.people.text" tags={{ a: toRules }} />
        </Point>
        <Point term={t("transparency.proof.still.title")}>
          <Text of="transparency.proof.still.text" tags={{ a: toOwnPage }} />
        </Point>
        <Point term={t("transparency.proof.names.title")}>{t("transparency.proof.names.text")}</Point>
      </dl>
    </>
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
