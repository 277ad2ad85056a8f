import { data, type LoaderFunctionArgs } from "react-router";
import { PAGES } from "../../petition/addresses.ts";
import { directionOf } from "../../petition/language.ts";
import { learnBeyondHome } from "../beyond-home.ts";
import { petitionContext } from "../context.ts";
import { MAIN } from "../frame/main.ts";
import { type Meta, useLoaderData } from "../runtime/page-state.tsx";
import { Kept, petitionIn, useFormat, useTranslations } from "../translation.tsx";
import { PUBLIC, pageMeta } from "./metadata.ts";
import "./consent.css";

await learnBeyondHome();

export const handle = PUBLIC;

export async function loader({ params, context }: LoaderFunctionArgs) {
  const shown = await context.get(petitionContext).shownText(params.version ?? "");
  if (!shown) throw data(null, { status: 404 });
  return shown;
}

export const meta: Meta<typeof loader> = ({ loaderData: { version }, ...facts }) => {
  const title = `${facts.t("personal.consent.meta.title")} – ${petitionIn(facts.t)}`;
  const description = facts.t("personal.consent.meta.description");
  return pageMeta({ path: `${PAGES.consentText}/${version}`, title, description, noindex: true }, facts);
};

export default function ConsentTextPage() {
  const { kind, language, version, text, firstSeen } = useLoaderData<typeof loader>();
  const t = useTranslations();
  const format = useFormat();
  const date = format.dateTime(firstSeen, { dateStyle: "long" });
  return (
    <main id={MAIN} className="wrap list-page">
      <h1>{t(`personal.consent.title.${kind}`)}</h1>
      <p className="wrap-anywhere">{t("personal.consent.version", { version, date })}</p>
      <blockquote lang={language} dir={directionOf(language)} className={kind === "policy" ? "shown-text" : "shown-text large"}>
        <p className="lines">
          <Kept>{text}</Kept>
        </p>
      </blockquote>
    </main>
  );
}
