import { data, type HeadersArgs, type LinksFunction, type LoaderFunctionArgs } from "react-router";
import { pageIn } from "../../petition/addresses.ts";
import { minuteOf } from "../../petition/calendar.ts";
import { COMPLETE_STEP, engravingStep } from "../../petition/engraving.ts";
import { petitionConfig } from "../../petition.config.ts";
import { CollectionNoticeSheet } from "../collection/collection-notice.tsx";
import { clockContext, factsContext, petitionContext } from "../context.ts";
import { DonationPanel } from "../donation/donation.tsx";
import { filledIn } from "../filled-in.ts";
import { MAIN } from "../frame/main.ts";
import { homeTexts } from "../home/home-texts.server.ts";
import { Behind, Figures, Honesty } from "../home/sections.tsx";
import { SignBar } from "../home/sign-bar.tsx";
import { Demands, Engraving, engravingPath, FirstStep, Headline, RememberedLine, useFirstStep } from "../home/stage.tsx";
import { WhyPanel } from "../home/why-panel.tsx";
import { ProgressBlock } from "../progress/progress-block.tsx";
import { useStats } from "../progress/use-stats.ts";
import { type Meta, useActionData, useFacts, useLoaderData } from "../runtime/page-state.tsx";
import { ShareCard } from "../sharing/share-card.tsx";
import { loadSigning, signAction } from "../signing/sign-action.ts";
import { SignColumn } from "../signing/sign-column.tsx";
import { JoinedLine, LatestSupporters, useLatestSupporters } from "../supporters/latest-supporters.tsx";
import { languageOf, useLanguage } from "../translation.tsx";
import { PUBLIC, pageMeta } from "./metadata.ts";

export const handle = PUBLIC;

export async function loader({ request, url, context }: LoaderFunctionArgs) {
  const petition = context.get(petitionContext);
  const { confirmationLifetime } = context.get(factsContext);
  const language = languageOf(url.pathname);
  const [deleteBy, stats, latest, notice] = await Promise.all([
    petition.deletesBy(),
    // Without its figures the page says so, and the browser asks again.
    petition.stats().catch(() => null),
    petition.latestSupporters(language).catch(() => null),
    petition.collectionNotice(language).catch(() => "unknown" as const),
  ]);
  const signing = loadSigning({ request, context });
  // In whole minutes, so that the page stays the same text as long as nothing else changes.
  const at = minuteOf(petition.statsAsOf() ?? context.get(clockContext).now()).toISOString();
  return data(
    {
      stats: { answer: stats, at },
      latest: { answer: latest, at },
      listPauses: petition.listPauses(),
      engraving: stats ? engravingStep(stats.signatureCount, stats.targetCount) : COMPLETE_STEP,
      notice: notice === "unknown" ? null : notice,
      texts: homeTexts(language, { confirmationLifetime, deleteBy }),
      signing,
    },
    // A page that thanks somebody is private; one without figures must not replace a better one in the cache.
    signing.thanks || !stats || !latest || notice === "unknown"
      ? { headers: { "Cache-Control": "private, no-store" } }
      : undefined,
  );
}

export const action = signAction;

export function headers({ loaderHeaders, actionHeaders }: HeadersArgs) {
  return actionHeaders ? new Headers([...loaderHeaders, ...actionHeaders]) : loaderHeaders;
}

/** The frame of the form is a large part of a phone's first view, and the style sheet tells of it late. */
export const links: LinksFunction = () => [
  {
    rel: "preload",
    href: "/drawings/frame-small.svg",
    as: "image",
    type: "image/svg+xml",
    media: "(max-width: 39.99rem)",
    // As masks are asked for: what was fetched otherwise would be fetched once more.
    crossOrigin: "anonymous",
  },
];

export const meta: Meta<typeof loader> = ({ loaderData: { engraving, notice }, ...facts }) => {
  const { language, t, publicUrl } = facts;
  const described = { title: t("home.meta.title"), description: t(notice ? "home.hero.lede" : "home.meta.description") };
  const site = {
    "@context": "https://schema.org",
    "@type": "WebSite",
    name: t("frame.name"),
    description: described.description,
    url: publicUrl + pageIn(language, "home"),
    inLanguage: language,
    publisher: {
      "@type": "Organization",
      name: filledIn(petitionConfig.organisation.name) ?? t("frame.name"),
      logo: `${publicUrl}/icon-512.png`,
    },
  };
  return [
    ...pageMeta({ path: "/", ...described }, facts),
    // The largest picture of the first view, which no browser finds before it lays the page out.
    { tagName: "link", rel: "preload", as: "image", type: "image/svg+xml", href: engravingPath(engraving) },
    { "script:ld+json": site },
  ];
};

export default function Home() {
  const loaded = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const language = useLanguage();
  const stats = useStats(loaded.stats);
  const latest = useLatestSupporters(loaded.latest);
  const { notice, texts } = loaded;
  const firstStep = useFirstStep();
  const home = useFacts().publicUrl + pageIn(language, "home");
  const count = stats.answer?.signatureCount ?? null;
  const isEnded = notice?.status === "ended";
  return (
    <main id={MAIN}>
      <p className="printed wrap">{home}</p>
      <div className="stage">
        <Engraving step={loaded.engraving} />
        <div className="wrap">
          <div className="lead">
            <Headline />
            <ProgressBlock stats={stats} isFinal={notice !== null && notice.status !== "paused"} isOpen={notice === null} />
            {notice ? <RememberedLine /> : <FirstStep />}
            {latest.answer && count !== null && <JoinedLine latest={latest.answer} count={count} />}
          </div>
          <Demands place="beside" />
          <SignColumn
            loaded={loaded.signing}
            answer={answer}
            instead={notice && ((message) => <CollectionNoticeSheet notice={notice} notTaken={message} stats={stats.answer} />)}
            above={<Demands place="within" />}
            afterThanks={<DonationPanel />}
          />
          <WhyPanel why={texts.why} />
        </div>
      </div>
      <div className="micro" aria-hidden="true" />
      {texts.figures && <Figures figures={texts.figures} />}
      <div className="band">
        <div className="wrap duo">
          <LatestSupporters latest={latest} isEnded={isEnded} pauses={loaded.listPauses} />
          <ShareCard url={home} />
        </div>
      </div>
      {!isEnded && <Honesty honesty={texts.honesty} />}
      <Behind behind={texts.behind} />
      {!notice && <SignBar count={count} {...firstStep} />}
    </main>
  );
}
