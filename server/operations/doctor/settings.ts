import type { Survey } from "../../platform/config/configuration.ts";
import { type Finding, fault, orGood, warning } from "./finding.ts";

export function settingsCanBeUsed({ refusals, configuration, secrets }: Survey): Finding[] {
  const { publicUrl, deleteBy, warnings } = configuration;
  const isRefused = (name: string) => refusals.some(({ setting }) => setting === name);
  return orGood(
    [
      ...refusals.map(({ sentence }) => fault(sentence, "The site does not start with it.")),
      ...(publicUrl === "" && !isRefused("PUBLIC_URL")
        ? [fault("PUBLIC_URL is not set: links in e-mails lead to localhost.", "Set it to the https address that people type.")]
        : []),
      ...(secrets.SMTP_URL === null && !isRefused("SMTP_URL")
        ? [fault("SMTP_URL is not set: e-mails become files, and nobody gets one.", "Set SMTP_URL and MAIL_FROM.")]
        : []),
      ...warnings.map((sentence) => warning(sentence, 'Set what it names (docs/reference/settings.md).')),
      ...(deleteBy === "request"
        ? [
            warning(
              "DELETE_BY=request: whoever knows an address can remove its signature until its owner restores it.",
              "If you have adversaries, set DELETE_BY=link.",
            ),
          ]
        : []),
    ],
    "all that are set can be used.",
  );
}
