/** One state of one component, alone in its document: with a width, a scheme, ids and a focus of its own. */
import { type ComponentType, lazy, Suspense, useRef } from "react";
import { data, type LoaderFunctionArgs } from "react-router";
import type { PageHandle } from "../../contract/page.ts";
import { learnBeyondHome } from "../beyond-home.ts";
import { MAIN } from "../frame/main.ts";
import { type Meta, useLoaderData } from "../runtime/page-state.tsx";
import { learnSupporters } from "../supporters/messages.ts";
import { useLanguage } from "../translation.tsx";
import { isThere } from "./entries.server.ts";
import { componentOf, type GalleryEntry, slugOf } from "./state.ts";
import { useFrameHeight } from "./use-frame-height.ts";
import { useScheme } from "./use-scheme.ts";
import "./frame.css";

await Promise.all([learnBeyondHome(), learnSupporters()]);

export const handle: PageHandle = { alone: true };

export function loader({ params }: LoaderFunctionArgs) {
  const { component = "", state = "" } = params;
  if (!isThere(component, state)) throw data(null, { status: 404 });
  return { component, state };
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

const files = import.meta.glob<{ default: GalleryEntry }>("./shown/*.tsx");
const SHOWN: Record<string, ComponentType<{ slug: string }>> = Object.fromEntries(
  Object.entries(files).map(([path, fetchFile]) => [
    componentOf(path),
    lazy(async () => ({ default: shownBy(componentOf(path), (await fetchFile()).default) })),
  ]),
);

function shownBy(component: string, { states }: GalleryEntry) {
  return ({ slug }: { slug: string }) => {
    const Show = Object.entries(states).find(([name]) => slugOf(name) === slug)?.[1];
    return Show ? <Framed Show={Show} name={`${component}/${slug}`} /> : null;
  };
}

function Framed({ Show, name }: { Show: ComponentType; name: string }) {
  const box = useRef<HTMLElement>(null);
  useFrameHeight(box);
  return (
    <main id={MAIN} ref={box} data-shown={name} className="wrap shown">
      <Show />
    </main>
  );
}
