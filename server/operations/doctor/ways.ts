import type { Survey } from "../../platform/config/configuration.ts";
import { waysIn } from "../../platform/config/secrets.ts";
import { type Finding, orGood, warning } from "./examine.ts";

/** Whether somebody hears when something is wrong, also of a dead mail server and a dead machine. */
export function somebodyIsTold({ configuration: { alarmMail }, secrets }: Survey): Finding[] {
  const { smtpUrl, webhook, pingUrl } = waysIn(secrets);
  const isOneServer = smtpUrl === null || URL.parse(smtpUrl)?.host === URL.parse(secrets.SMTP_URL ?? "")?.host;
  const mailAlone = alarmMail !== null && webhook === null;
  return orGood(
    "somebody is told; npm run petition -- alarm test tries each way.",
    !(alarmMail || webhook) && warning("nobody is told when something is wrong.", "Set ALARM_MAIL or ALARM_WEBHOOK."),
    mailAlone &&
      isOneServer &&
      warning("nobody is told that the site's own mail server is dead.", "Set ALARM_SMTP_URL or ALARM_WEBHOOK."),
    pingUrl === null && warning("nobody notices that the machine is dead.", "Set ALARM_PING_URL."),
  );
}
