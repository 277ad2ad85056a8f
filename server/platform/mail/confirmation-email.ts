/** Courts take donation, share or campaign text for advertising. Nothing that a stranger typed is in it. */

import type { Translate, Values } from "../../../messages/translate.ts";
import { SUPPRESSION_LIFETIME } from "../../../petition/confirmation.ts";
import type { Milliseconds } from "../../../petition/duration.ts";
import { ownNameOf } from "../../../petition/language.ts";
import { dateAndTime } from "./date-and-time.ts";
import { type Email, emailOf, type Framed } from "./email.ts";
import type { Inline } from "./layout.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

export interface ConfirmationInput extends Framed {
  links: { confirm: string; suppress: string; privacy: string };
  expiresAt: Date;
  lifetime: Milliseconds;
  visibility: "public" | "private";
}

export function confirmationEmail(input: ConfirmationInput): Email {
  const { language, t, links, visibility } = input;
  const end = dateAndTime(language, input.expiresAt);
  const duration = durationOf(input.lifetime);
  const suppression = { ...duration, days: SUPPRESSION_LIFETIME / DAY };
  const fact = (label: string, value: string) => ({ label, value, line: t("mail.email.fact", { label, value }) });
  return emailOf(input, {
    subject: t("mail.email.confirmation.subject"),
    preview: t("mail.email.confirmation.preview", end),
    blocks: [
      { lead: t("mail.email.confirmation.lead", { petition: t("frame.name") }) },
      {
        button: t("mail.email.confirmation.button"),
        url: links.confirm,
        invitation: t("mail.email.confirmation.invitation"),
        fallback: t("mail.email.confirmation.fallback"),
      },
      {
        facts: [
          fact(t("mail.email.confirmation.validity"), t("mail.email.confirmation.expiresAt", { ...end, ...duration })),
          fact(t("mail.email.confirmation.visibility"), t(`mail.email.confirmation.${visibility}`)),
          fact(t("mail.email.confirmation.language"), ownNameOf(language)),
        ],
      },
      {
        note: [...suppressionWithLink(t, suppression, links.suppress), " ", t("mail.email.confirmation.otherwise", duration)],
        text: [
          `${t("mail.email.confirmation.suppressText", suppression)}\n${links.suppress}`,
          t("mail.email.confirmation.otherwise", duration),
        ],
      },
      { linkOnItsOwn: links.privacy, intro: t("mail.email.confirmation.privacy") },
    ],
    link: links.confirm,
  });
}

function suppressionWithLink(t: Translate, values: Values, url: string): Inline[] {
  const link = (children: Array<string | Inline>): Inline => ({ label: children.join(""), url });
  const said = t.rich<Inline>("mail.email.confirmation.suppress", { ...values, link });
  return Array.isArray(said) ? said : [said];
}

function durationOf(lifetime: Milliseconds): { unit: "hours" | "minutes"; count: number } {
  if (lifetime >= HOUR && lifetime % HOUR === 0) return { unit: "hours", count: lifetime / HOUR };
  return { unit: "minutes", count: Math.max(1, Math.round(lifetime / MINUTE)) };
}
