import { data, type LoaderFunctionArgs, type MetaFunction, useLoaderData } from "react-router";
import type { PageHandle } from "../../contract/page.ts";
import { PAGES } from "../../petition/addresses.ts";
import { learnBeyondHome } from "../beyond-home.ts";
import { factsContext, petitionContext } from "../context.ts";
import { MAIN } from "../frame/use-focus-on-new-page.ts";
import { languageOf, translatorFor, useFormat, useTranslations } from "../translation.tsx";
import { pageMeta } from "./metadata.ts";

await learnBeyondHome();

export const handle: PageHandle = { isPublic: true };

export async function loader({ params, context }: LoaderFunctionArgs) {
  const consent = await context.get(petitionContext).consentText(params.version ?? "");
  if (!consent) throw data(null, { status: 404 });
  return { consent, publicUrl: context.get(factsContext).publicUrl };
}

export const meta: MetaFunction<typeof loader> = ({ loaderData, location }) => {
  if (!loaderData) return [];
  const language = languageOf(location.pathname);
  const t = translatorFor(language);
  const { consent, publicUrl } = loaderData;
  const title = `${t("personal.consent.meta.title")} – ${t("frame.name")}`;
  const description = t("personal.consent.meta.description");
  return pageMeta({ language, path: `${PAGES.consentText}/${consent.version}`, title, description, noindex: true, publicUrl });
};

export default function ConsentTextPage() {
  const { consent } = useLoaderData<typeof loader>();
  const t = useTranslations();
  const format = useFormat();
  const date = format.dateTime(consent.firstSeen, { dateStyle: "long" });
  return (
    <main id={MAIN} className="wrap list-page">
      <h1>{t("personal.consent.title")}</h1>
      <p className="mt-5">{t("personal.consent.version", { version: consent.version, date })}</p>
      <blockquote lang={consent.language} className="mt-6 max-w-prose text-step-1">
        <p>{consent.text}</p>
      </blockquote>
    </main>
  );
}
