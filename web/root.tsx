import besley from "@fontsource-variable/besley/files/besley-latin-wght-normal.woff2?url";
import sourceSans from "@fontsource-variable/source-sans-3/files/source-sans-3-latin-wght-normal.woff2?url";
import type { ReactNode } from "react";
import {
  isRouteErrorResponse,
  Links,
  type LoaderFunctionArgs,
  Meta,
  Outlet,
  Scripts,
  ScrollRestoration,
  useLocation,
  useMatches,
  useRouteError,
  useRouteLoaderData,
} from "react-router";
import type { PageHandle } from "../contract/page.ts";
import { TIME_ZONE } from "../messages/translate.ts";
import { directionOf, type Language, NOWHERE_LANGUAGE } from "../petition/language.ts";
import { clockContext, factsContext, petitionContext } from "./context.ts";
import { ToastProvider } from "./design/toast.tsx";
import { DonationBanner } from "./donation/donation-banner.tsx";
import { FailurePage } from "./frame/failure-page.tsx";
import { Footer } from "./frame/footer.tsx";
import { Header } from "./frame/header.tsx";
import { LoadingThread } from "./frame/loading-thread.tsx";
import { NotFound } from "./frame/not-found.tsx";
import { Sponsor } from "./frame/sponsor.tsx";
import { MAIN, useFocusOnNewPage } from "./frame/use-focus-on-new-page.ts";
import { LanguageSuggestion } from "./language/language-suggestion.tsx";
import { LanguageSwitchProvider } from "./language/language-switch.tsx";
import { LanguageProvider, languageOf, useTranslations } from "./translation.tsx";
import "virtual:look.css";
import "./app.css";

export async function loader({ url, context }: LoaderFunctionArgs) {
  const notice = context.get(petitionContext).collectionNotice(languageOf(url.pathname));
  const now = context.get(clockContext).now();
  const { analytics, isSecure, publicNames } = context.get(factsContext);
  return {
    year: new Intl.DateTimeFormat("en", { year: "numeric", timeZone: TIME_ZONE }).format(now),
    analytics: analytics !== "none",
    isSecure,
    publicNames,
    // Where that is not known, the home page says what is so.
    isCollecting: await notice.then(
      (found) => found === null,
      () => true,
    ),
  };
}

/** Nothing in it changes while somebody walks from page to page, or so seldom that the page to which it leads may say so. */
export function shouldRevalidate() {
  return false;
}

export function Layout({ children }: { children: ReactNode }) {
  const facts = useRouteLoaderData<typeof loader>("root");
  const language = usePageLanguage();
  const isStill = useMatches().some(({ handle }) => (handle as PageHandle | undefined)?.still);
  return (
    <LanguageProvider language={language}>
      <html lang={language} dir={directionOf(language)} data-analytics={facts?.analytics ? "" : undefined}>
        <head>
          <meta charSet="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
          <meta name="color-scheme" content="light dark" />
          <meta name="theme-color" content={import.meta.env.DESK_LIGHT} media="(prefers-color-scheme: light)" />
          <meta name="theme-color" content={import.meta.env.DESK_DARK} media="(prefers-color-scheme: dark)" />
          <link rel="preload" href={sourceSans} as="font" type="font/woff2" crossOrigin="anonymous" />
          <link rel="preload" href={besley} as="font" type="font/woff2" crossOrigin="anonymous" />
          <link rel="icon" href="/icon.svg" type="image/svg+xml" />
          <link rel="apple-touch-icon" href="/apple-touch-icon.png" />
          <link rel="manifest" href="/manifest.webmanifest" />
          <Meta />
          <Links />
        </head>
        <body>
          <Frame year={facts?.year}>{children}</Frame>
          {!isStill && (
            <>
              <ScrollRestoration />
              <Scripts />
            </>
          )}
        </body>
      </html>
    </LanguageProvider>
  );
}

function Frame({ year, children }: { year: string | undefined; children: ReactNode }) {
  const t = useTranslations();
  // A page that could not be shown is an error page like any other.
  const isAlone = useMatches().some(({ handle, loaderData }) => (handle as PageHandle | undefined)?.alone && loaderData);
  useFocusOnNewPage();
  return (
    <LanguageSwitchProvider>
      <ToastProvider words={{ region: t("frame.toasts.label"), close: t("frame.toasts.close") }}>
        <a className="skip" href={`#${MAIN}`}>
          {t("frame.skip")}
        </a>
        <LoadingThread />
        {!isAlone && (
          <>
            <LanguageSuggestion />
            <Header />
          </>
        )}
        {children}
        {!isAlone && (
          <>
            <DonationBanner />
            <Sponsor />
            <Footer year={year} />
          </>
        )}
      </ToastProvider>
    </LanguageSwitchProvider>
  );
}

export default function Root() {
  return <Outlet />;
}

export function ErrorBoundary() {
  const error = useRouteError();
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFound />;
  return <FailurePage />;
}

function usePageLanguage(): Language {
  const { pathname } = useLocation();
  const isNowhere = useMatches().some(({ id }) => id === "not-found");
  return isNowhere ? NOWHERE_LANGUAGE : languageOf(pathname);
}
