/** One state of one component, alone in its document: with a width, a scheme, ids and a focus of its own. */
import { type ComponentType, lazy, type RefObject, Suspense, useEffect, useRef } from "react";
import { data, type LoaderFunctionArgs } from "react-router";
import type { PageHandle } from "../contract/page.ts";
import { learnBeyondHome } from "../web/beyond-home.ts";
import { MAIN } from "../web/frame/main.ts";
import { type Meta, useLoaderData } from "../web/runtime/page-state.tsx";
import { learnSupporters } from "../web/supporters/messages.ts";
import { useLanguage } from "../web/translation.tsx";
import { isThere } from "./entries.server.ts";
import { componentOf, type GalleryEntry, slugOf } from "./state.ts";
import "./gallery.css";

await Promise.all([learnBeyondHome(), learnSupporters()]);

export const handle: PageHandle = { alone: true };

export function loader({ params }: LoaderFunctionArgs) {
  const { component = "", state = "" } = params;
  if (!isThere(component, state)) throw data(null, { status: 404 });
  return { component, state };
}

export const meta: Meta<typeof loader> = ({ loaderData }) => [
  { title: `${loaderData.component}: ${loaderData.state}` },
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

/** Pixels: what lies over its page is not measured. */
const WITH_OVERLAY = 480;

/** The frame that one is shown in becomes as high as what is shown. */
function useFrameHeight(shown: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const frame = window.frameElement as HTMLElement | null;
    const element = shown.current;
    if (!frame || !element) return;
    const adjust = () => {
      const isCovered = document.querySelector("dialog[open], .toast") !== null;
      const { bottom } = element.getBoundingClientRect();
      frame.style.height = `${Math.max(Math.ceil(bottom + scrollY), isCovered ? WITH_OVERLAY : 0)}px`;
    };
    const growing = new ResizeObserver(adjust);
    growing.observe(element);
    const covering = new MutationObserver(adjust);
    covering.observe(document.body, { childList: true, subtree: true, attributeFilter: ["open"] });
    return () => {
      growing.disconnect();
      covering.disconnect();
    };
  }, [shown]);
}

const DARK = "(prefers-color-scheme: dark)";
const ALWAYS = "(min-width: 0)";

/** `?scheme=dark` in the address: a frame has no scheme of its own, so that its style sheets are read as if it had. */
function useScheme(): void {
  useEffect(() => {
    if (new URLSearchParams(location.search).get("scheme") !== "dark") return;
    const real = window.matchMedia.bind(window);
    window.matchMedia = (query) => real(query === DARK ? ALWAYS : query);
    const darken = () => [...document.styleSheets].forEach(readInTheDark);
    darken();
    // A style that was changed is another sheet.
    const watching = new MutationObserver(darken);
    watching.observe(document.head, { childList: true, subtree: true, characterData: true });
    return () => {
      watching.disconnect();
      window.matchMedia = real;
    };
  }, []);
}

function readInTheDark(sheet: CSSStyleSheet | CSSGroupingRule | CSSImportRule): void {
  const rules = sheet instanceof CSSImportRule ? sheet.styleSheet?.cssRules : sheet.cssRules;
  for (const rule of rules ?? []) {
    if (rule instanceof CSSMediaRule) rule.media.mediaText = rule.media.mediaText.replace(DARK, ALWAYS);
    if (rule instanceof CSSGroupingRule || rule instanceof CSSImportRule) readInTheDark(rule);
  }
}
