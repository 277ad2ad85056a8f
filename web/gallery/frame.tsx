/** One state of one component, alone in its document: with a width, a scheme, ids and a focus of its own. */
import { type ComponentType, lazy, type ReactNode, Suspense, useEffect, useRef } from "react";
import { data, type LoaderFunctionArgs } from "react-router";
import type { PageHandle } from "../../contract/page.ts";
import { LANGUAGES, type Language } from "../../petition/language.ts";
import { loadAdministrationMessages } from "../administration/messages.ts";
import { learnBeyondHome } from "../beyond-home.ts";
import { loadLanguage } from "../catalogues.ts";
import { MAIN } from "../frame/main.ts";
import { ResultPage } from "../frame/result-sheet.tsx";
import { learnThanks } from "../signing/messages.ts";
import { type Meta, useLoaderData } from "../standing/standing.tsx";
import { learnSupporters } from "../supporters/messages.ts";
import { languageOf, useLanguage } from "../translation.tsx";
import { learnTransparency } from "../transparency/messages.ts";
import { answering } from "./answers.ts";
import { isThere } from "./entries.server.ts";
import { madeIn } from "./made.server.ts";
import { type ActedState, componentOf, type Entry, slugOf } from "./state.ts";
import { useFrameHeight } from "./use-frame-height.ts";
import { useScheme } from "./use-scheme.ts";
import "../administration/administration.css";
import "./frame.css";

await Promise.all([learnBeyondHome(), learnThanks(), learnSupporters(), learnTransparency()]);
await Promise.all((import.meta.env.SSR ? LANGUAGES : [languageOf(location.pathname)]).map(learnAdministration));

async function learnAdministration(language: Language): Promise<void> {
  await loadLanguage(language);
  await loadAdministrationMessages(language);
}

export const handle: PageHandle = { alone: true };

export function loader({ url, params, context }: LoaderFunctionArgs) {
  const { component = "", state = "" } = params;
  if (!isThere(component, state)) throw data(null, { status: 404 });
  return { component, state, made: madeIn(languageOf(url.pathname), context) };
}

export const meta: Meta<typeof loader> = ({ loaderData }) => [
  { title: loaderData ? `${loaderData.component}: ${loaderData.state}` : "Gallery" },
  { name: "robots", content: "noindex" },
];

export default function Frame() {
  const { component, state } = useLoaderData<typeof loader>();
  const language = useLanguage();
  useScheme();
  const Shown = SHOWN[component];
  return <Suspense>{Shown && <Shown key={`${language} ${component} ${state}`} slug={state} />}</Suspense>;
}

const files = import.meta.glob<{ default: Entry }>("./shown/*.tsx");
const SHOWN: Record<string, ComponentType<{ slug: string }>> = Object.fromEntries(
  Object.entries(files).map(([path, fetchFile]) => [
    componentOf(path),
    lazy(async () => ({ default: shownBy(componentOf(path), (await fetchFile()).default) })),
  ]),
);

function shownBy(component: string, { place = "page", states }: Entry) {
  return ({ slug }: { slug: string }) => {
    const state = Object.entries(states).find(([name]) => slugOf(name) === slug)?.[1];
    if (!state) return null;
    const acted = typeof state === "function" ? { Show: state } : state;
    return <Acted {...acted} place={place} name={`${component}/${slug}`} />;
  };
}

type Place = NonNullable<Entry["place"]>;

function Acted({ Show, answers = {}, act, place, name }: ActedState & { place: Place; name: string }) {
  const box = useRef<HTMLDivElement>(null);
  const hasActed = useRef(false);
  useFrameHeight(box);
  // While it is drawn: what is shown asks in effects, which come before one of this component.
  answering(answers);
  useEffect(() => {
    if (hasActed.current || !act || !box.current) return;
    hasActed.current = true;
    act(box.current);
  }, [act]);
  return (
    <div ref={box} data-shown={name}>
      <Around place={place}>
        <Show />
      </Around>
    </div>
  );
}

function Around({ place, children }: { place: Place; children: ReactNode }) {
  switch (place) {
    case "page":
      return (
        <main id={MAIN} className="wrap shown">
          {children}
        </main>
      );
    case "result":
      return <ResultPage>{children}</ResultPage>;
    case "none":
      return children;
    case "desk":
      return (
        <div className="admin">
          <main id={MAIN} className="wrap shown">
            {children}
          </main>
        </div>
      );
  }
}
