import { data, type LoaderFunctionArgs, redirect } from "react-router";
import type { PageHandle } from "../../contract/page.ts";
import type { SupporterPage } from "../../contract/supporters.ts";
import { pageIn, supportersPageIn } from "../../petition/addresses.ts";
import type { Language } from "../../petition/language.ts";
import { pagesShown, readPage, SUPPORTERS_PER_PAGE, timeAgo } from "../../petition/supporters.ts";
import { useView } from "../analytics/track.ts";
import { clockContext, factsContext, petitionContext } from "../context.ts";
import { avatarStyleOf } from "../design/avatar.tsx";
import { LinkButton } from "../design/button.tsx";
import { Icon } from "../design/icon.tsx";
import { Pagination } from "../design/pagination.tsx";
import { usePublicNames } from "../frame/use-facts.ts";
import { type Meta, useLoaderData } from "../runtime/page-state.tsx";
import { learnSupporters } from "../supporters/messages.ts";
import { ReportName } from "../supporters/report-name.tsx";
import { NoSupporters, SupporterRow } from "../supporters/supporter-row.tsx";
import { languageOf, translatorFor, useLanguage, useTranslations } from "../translation.tsx";
import { useNow } from "../use-now.ts";
import { pageMeta } from "./metadata.ts";

await learnSupporters();

export const handle: PageHandle = { isPublic: true };

export async function loader({ params, url, context }: LoaderFunctionArgs) {
  const language = languageOf(url.pathname);
  const page = readPage(params.page);
  if (page === null) throw redirect(pathOf(language, 1));
  const { publicUrl } = context.get(factsContext);
  const petition = context.get(petitionContext);
  const [list, notice] = await Promise.all([
    petition.supporters(page, SUPPORTERS_PER_PAGE, language).catch(unavailable),
    petition.collectionNotice(language).catch(unavailable),
  ]);
  if (!list) return data({ page, publicUrl, list, notice, pauses: false }, { status: 503 });
  if (page > pagesOf(list)) throw redirect(pathOf(language, pagesOf(list)));
  const now = context.get(clockContext).now();
  const supporters = list.supporters.map((supporter) => ({
    ...supporter,
    timeAgo: timeAgo(language, new Date(supporter.confirmedAt), now),
  }));
  return data({ page, publicUrl, list: { ...list, supporters }, notice, pauses: petition.listPauses() });
}

/** The page itself says that there is no list, and works without a notice. */
function unavailable(): null {
  return null;
}

function pagesOf(list: Pick<SupporterPage, "totalPages">): number {
  return Math.max(1, list.totalPages);
}

function pathOf(language: Language, page: number): string {
  return supportersPageIn(language, page);
}

/** A name in this list reveals a political opinion, and search engines never forget. */
export const meta: Meta<typeof loader> = ({ loaderData, location }) => {
  if (!loaderData) return [];
  const { page, publicUrl, list } = loaderData;
  const language = languageOf(location.pathname);
  const t = translatorFor(language);
  return pageMeta({
    language,
    path: pathOf(language, page),
    title: t("supporters.list.meta.title", { petition: t("frame.name"), page, pages: list ? pagesOf(list) : page }),
    description: t("supporters.list.meta.description"),
    noindex: true,
    publicUrl,
  });
};

export default function Supporters() {
  const { page, publicUrl, list, notice, pauses } = useLoaderData<typeof loader>();
  const t = useTranslations();
  const language = useLanguage();
  const now = useNow();
  useView("supporters_list_view", page);
  const pages = list ? pagesOf(list) : 1;
  const note = usePublicNames() === "full" ? "supporters.list.note" : "supporters.list.noteInitials";
  const isEnded = notice?.status === "ended";
  return (
    <main id="inhalt" className="wrap list-page">
      <div className="list-head">
        <div>
          <h1>{t("supporters.title")}</h1>
          {list && (
            <p className="soft tab">
              {isEnded
                ? t("supporters.list.counted", { total: list.total })
                : t("supporters.list.showing", { count: list.supporters.length, total: list.total })}
            </p>
          )}
        </div>
        <LinkButton href={`${pageIn(language, "home")}#sign`}>{notice ? notice.link : t("home.hero.sign")}</LinkButton>
      </div>
      {!isEnded && <p className="note">{t(note, { anonymous: t("supporters.anonymous") })}</p>}
      {pauses && !isEnded && <p className="note">{t("supporters.pauses")}</p>}
      {!list && (
        <p className="failed" role="alert">
          <Icon name="warning" /> {t("supporters.failed")}
        </p>
      )}
      {isEnded && (
        <div>
          <NoSupporters isEnded />
        </div>
      )}
      {list?.total === 0 && !isEnded && <NoSupporters />}
      {list && list.total > 0 && !isEnded && (
        <ul className="people three">
          {list.supporters.map((supporter) => (
            <SupporterRow key={supporter.id} supporter={supporter} avatar={avatarStyleOf(supporter.id)} now={now} />
          ))}
        </ul>
      )}
      {list && !isEnded && (
        <Pagination
          page={page}
          pages={pages}
          shown={pagesShown(page, pages)}
          pathOf={(other) => pathOf(language, other)}
          words={{
            label: t("supporters.pages.label"),
            position: t("supporters.pages.position", { page, pages }),
            first: t("supporters.pages.first"),
            previous: t("supporters.pages.previous"),
            next: t("supporters.pages.next"),
            last: t("supporters.pages.last"),
            page: (other) => t("supporters.pages.page", { page: other }),
          }}
        />
      )}
      {list && list.total > 0 && !isEnded && <ReportName address={publicUrl + pathOf(language, page)} />}
    </main>
  );
}
