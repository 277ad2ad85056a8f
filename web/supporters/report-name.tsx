import type { Translate } from "../../messages/translate.ts";
import { petitionConfig } from "../../petition.config.ts";
import { MailLink } from "../frame/mail-link.tsx";
import { useTranslations } from "../translation.tsx";

/** `address`: of the page on which the name stands, so that whoever reads the e-mail finds it. */
export function ReportName({ address }: { address: string }) {
  const t = useTranslations();
  return (
    <p className="small soft report-name">
      <MailLink address={petitionConfig.organisation.email} query={reportOf(t, address)}>
        {t("supporters.report.link")}
      </MailLink>
    </p>
  );
}

export function reportOf(t: Translate, address: string): string {
  const subject = encodeURIComponent(t("supporters.report.subject"));
  // RFC 6068: a line break in a body is CRLF.
  const body = encodeURIComponent(t("supporters.report.body", { address }).replaceAll("\n", "\r\n"));
  return `?subject=${subject}&body=${body}`;
}
