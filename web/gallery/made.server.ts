/** What only the server makes, for components that are handed it. */
import type { RouterContextProvider } from "react-router";
import type { CollectionNotice } from "../../contract/collection.ts";
import { compileMessages } from "../../messages/catalogue.ts";
import { translator } from "../../messages/translate.ts";
import type { Language } from "../../petition/language.ts";
import { chartsIn } from "../charts/charts.server.ts";
import { petitionContext } from "../context.ts";

export type Made = ReturnType<typeof madeIn>;

export function madeIn(language: Language, context: Readonly<RouterContextProvider>) {
  const t = translator(language, { [language]: compileMessages(language, { forBrowser: false }) });
  return {
    charts: Object.values(chartsIn(language)),
    texts: context.get(petitionContext).presentTexts(language),
    notices: {
      paused: notice("paused", t("collection.answer.paused.title"), t("collection.answer.paused.text")),
      closed: notice("closed", t("collection.answer.closed.title"), t("collection.answer.closed.text")),
      ended: notice("ended", t("collection.answer.ended.title"), t("collection.answer.ended.erasing")),
    },
    sent: t("signing.answer.sent"),
    refused: t("signing.answer.captcha.wrong"),
    notTaken: t("signing.answer.notTaken"),
    deletion: { request: t("withdrawal.answer.request"), link: t("withdrawal.answer.link") },
  };

  function notice(status: CollectionNotice["status"], title: string, text: string): CollectionNotice {
    const pending = t("collection.answer.closed.final");
    return { status, title, day: null, paragraphs: [text], pending, link: t("collection.answer.link") };
  }
}
