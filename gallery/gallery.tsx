/** `npm run dev`: each component of `web/design` in each of its states, in a language, a scheme and a width of one's choice. */
import type { ReactNode } from "react";
import { data, type LoaderFunctionArgs } from "react-router";
import type { PageHandle } from "../contract/page.ts";
import { LANGUAGES, type Language, ownNameOf } from "../petition/language.ts";
import { MAIN } from "../web/frame/main.ts";
import { type Meta, useLoaderData } from "../web/runtime/page-state.tsx";
import { languageOf } from "../web/translation.tsx";
import { STATES } from "./entries.server.ts";
import { slugOf } from "./state.ts";
import "./gallery.css";

export const handle: PageHandle = { alone: true };

const WIDTHS = [320, 360, 768, 1280];
const SCHEMES = ["light", "dark"] as const;
const SIGHTS = [...SCHEMES, "both"] as const;

export function loader({ url, params }: LoaderFunctionArgs) {
  const { component = null } = params;
  if (component !== null && !Object.hasOwn(STATES, component)) throw data(null, { status: 404 });
  const scheme = SIGHTS.find((one) => one === url.searchParams.get("scheme")) ?? "light";
  const width = WIDTHS.find((one) => String(one) === url.searchParams.get("width")) ?? 360;
  return { states: STATES, component, language: languageOf(url.pathname), scheme, width };
}

type Chosen = Omit<ReturnType<typeof loader>, "states">;

export const meta: Meta<typeof loader> = ({ loaderData }) => [
  { title: loaderData.component ? `${loaderData.component} – Gallery` : "Gallery" },
  { name: "robots", content: "noindex" },
];

export default function Gallery() {
  const { states, ...chosen } = useLoaderData<typeof loader>();
  return (
    <main id={MAIN} className="gallery" lang="en">
      <nav aria-label="Components">
        <p>
          <a href="/dev">Development</a>
        </p>
        <ul>
          {Object.entries(states).map(([component, names]) => (
            <li key={component}>
              <Way to={{ ...chosen, component }} from={chosen}>
                {component}
              </Way>{" "}
              <small>{names.length}</small>
            </li>
          ))}
        </ul>
      </nav>
      <div>
        <h1>{chosen.component ?? "Gallery"}</h1>
        <Choices chosen={chosen} />
        {chosen.component === null ? (
          <p>Choose a component.</p>
        ) : (
          <States {...chosen} component={chosen.component} names={states[chosen.component] ?? []} />
        )}
      </div>
    </main>
  );
}

function Choices({ chosen }: { chosen: Chosen }) {
  const rows: { name: string; to: Partial<Chosen> }[][] = [
    LANGUAGES.map((language) => ({ name: ownNameOf(language), to: { language } })),
    SIGHTS.map((scheme) => ({ name: scheme, to: { scheme } })),
    WIDTHS.map((width) => ({ name: `${width} pixels`, to: { width } })),
  ];
  return (
    <nav aria-label="How it is shown" className="choices">
      {rows.map((row) => (
        <p key={row[0]?.name}>
          {row.map(({ name, to }) => (
            <Way key={name} to={{ ...chosen, ...to }} from={chosen}>
              {name}
            </Way>
          ))}
        </p>
      ))}
    </nav>
  );
}

function Way({ to, from, children }: { to: Chosen; from: Chosen; children: ReactNode }) {
  return (
    <>
      <a href={addressOf(to)} aria-current={addressOf(to) === addressOf(from) ? "true" : undefined}>
        {children}
      </a>{" "}
    </>
  );
}

function addressOf({ language, component, scheme, width }: Chosen): string {
  return `${galleryIn(language, component ?? "")}?${new URLSearchParams({ scheme, width: String(width) })}`;
}

function galleryIn(language: Language, ...parts: string[]): string {
  return ["", language, "dev", "gallery", ...parts.filter(Boolean)].join("/");
}

interface Listed extends Chosen {
  component: string;
  names: string[];
}

function States({ component, names, language, scheme, width }: Listed) {
  return names.map((name) => (
    <section key={`${language} ${component} ${name}`}>
      <h2>{name}</h2>
      <div className="sights">
        {SCHEMES.filter((one) => scheme === "both" || one === scheme).map((one) => (
          <Sight
            key={one}
            name={`${name}, ${one}`}
            width={width}
            src={`${galleryIn(language, component, slugOf(name))}?scheme=${one}`}
          />
        ))}
      </div>
    </section>
  ));
}

function Sight({ name, width, src }: { name: string; width: number; src: string }) {
  return (
    <figure>
      <iframe title={name} src={src} width={width} loading="lazy" />
      <figcaption>
        <a href={src}>{name}</a>
      </figcaption>
    </figure>
  );
}
