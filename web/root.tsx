import { callLetters, firstLetters } from "virtual:letters";
import type { ReactNode } from "react";
import type { LoaderFunctionArgs } from "react-router";
import { dateTimeFormat, TIME_ZONE } from "../messages/translate.ts";
import { directionOf, NOWHERE_LANGUAGE } from "../petition/language.ts";
import { clockContext, factsContext, noticeFor } from "./context.ts";
import { ToastProvider } from "./design/toast.tsx";
import { DonationBanner } from "./donation/donation.tsx";
import { Footer, Sponsor } from "./frame/footer.tsx";
import { Header } from "./frame/header.tsx";
import { FailurePage, NotFound } from "./frame/lost-page.tsx";
import { MAIN } from "./frame/main.ts";
import { hydrate } from "./hydrate.client.tsx";
import { LanguageSuggestion } from "./language/language-suggestion.tsx";
import { LanguageSwitchProvider } from "./language/language-switch.tsx";
import { Breakage } from "./runtime/breakage.tsx";
import { Described, EarlyScript, HeadAssets, Scripts } from "./runtime/document.tsx";
import { type FrameFacts, usePageState } from "./runtime/page-state.tsx";
import { LanguageProvider, languageOf, useTranslations } from "./translation.tsx";
import "virtual:look.css";
import "virtual:letters.css";
import "./app.css";

/** The export has this name because the router's plugin allows no other. */
export const handle = { hydrate };

export async function loader({ url, context }: LoaderFunctionArgs): Promise<FrameFacts> {
  const notice = noticeFor({ url, context });
  const now = context.get(clockContext).now();
  const { analytics, isSecure, publicNames, publicUrl } = context.get(factsContext);
  return {
    // Of the server's clock, so that it needs no change on New Year's Day.
    year: dateTimeFormat("en", { year: "numeric", timeZone: TIME_ZONE }).format(now),
    analytics: analytics !== "none",
    isSecure,
    publicNames,
    publicUrl,
    isCollecting: (await notice) === null,
  };
}

/** Exists in one language alone. */
const NOT_FOUND = "not-found";

export default function Root() {
  const { frame, page, id, address } = usePageState();
  const language = id === NOT_FOUND ? NOWHERE_LANGUAGE : languageOf(address.pathname);
  return (
    <LanguageProvider language={language}>
      <html lang={language} dir={directionOf(language)} data-analytics={frame?.analytics ? "" : undefined}>
        <head>
          <meta charSet="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
          {/* Or a phone makes links of what it takes for numbers and days, before the page's script knows its elements. */}
          <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
          <meta name="color-scheme" content="light dark" />
          <meta name="theme-color" content={import.meta.env.DESK_LIGHT} media="(prefers-color-scheme: light)" />
          <meta name="theme-color" content={import.meta.env.DESK_DARK} media="(prefers-color-scheme: dark)" />
          <link rel="icon" href="/icon.svg" type="image/svg+xml" />
          <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
          <link rel="manifest" href="/manifest.webmanifest" />
          <Described />
          <HeadAssets />
          {/* Before the whole fonts by the lists in web/design/tokens.css. */}
          {firstLetters[language].map((file) => (
            <link key={file} rel="stylesheet" href={file} />
          ))}
          {!page.handle?.still && <EarlyScript src={callLetters} />}
        </head>
        <body>
          <Frame>
            <Breakage instead={<FailurePage />}>
              <Shown />
            </Breakage>
          </Frame>
          {!page.handle?.still && <Scripts />}
        </body>
      </html>
    </LanguageProvider>
  );
}

function Frame({ children }: { children: ReactNode }) {
  const t = useTranslations();
  const { page, id, fault } = usePageState();
  const isAlone = page.handle?.alone && fault === undefined;
  return (
    <LanguageSwitchProvider>
      <ToastProvider words={{ region: t("frame.toasts.label"), close: t("frame.toasts.close") }}>
        <a className="skip" href={`#${MAIN}`}>
          {t("frame.skip")}
        </a>
        <div className="loading" aria-hidden="true" />
        {!isAlone && (
          <>
            {id !== NOT_FOUND && <LanguageSuggestion />}
            <Header />
          </>
        )}
        {children}
        {!isAlone && (
          <>
            <DonationBanner />
            <Sponsor />
            <Footer />
          </>
        )}
      </ToastProvider>
    </LanguageSwitchProvider>
  );
}

function Shown() {
  const { page, fault } = usePageState();
  if (fault === undefined) return <page.default />;
  return fault.status === 404 ? <NotFound /> : <FailurePage message={fault.message} />;
}
