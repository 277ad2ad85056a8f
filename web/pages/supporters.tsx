import { data, type LoaderFunctionArgs, redirect } from "react-router";
import type { SupporterPage } from "../../contract/supporters.ts";
import { pageIn, supportersPageIn } from "../../petition/addresses.ts";
import { pagesShown, readPage, SUPPORTERS_PER_PAGE, timeAgo } from "../../petition/supporters.ts";
import { useView } from "../analytics/track.ts";
import { clockContext, noticeFor, petitionContext } from "../context.ts";
import { avatarStyleOf } from "../design/avatar.tsx";
import { LinkButton } from "../design/button.tsx";
import { Pagination } from "../design/pagination.tsx";
import { type Meta, useFacts, useLoaderData } from "../runtime/page-state.tsx";
import { learnSupporters } from "../supporters/messages.ts";
import { ReportName } from "../supporters/report-name.tsx";
import { ListFailed, NoSupporters, SupporterRow } from "../supporters/supporter-row.tsx";
import { languageOf, petitionIn, useLanguage, useTranslations } from "../translation.tsx";
import { useNow } from "../use-now.ts";
import { PUBLIC, pageMeta } from "./metadata.ts";

await learnSupporters();

export const handle = PUBLIC;

export async function loader({ params, url, context }: LoaderFunctionArgs) {
  const language = languageOf(url.pathname);
  const page = readPage(params.page);
  if (page === null) throw redirect(supportersPageIn(language, 1));
  const petition = context.get(petitionContext);
  const [list, notice] = await Promise.all([
    // The page itself says that there is no list.
    petition.supporters(page, SUPPORTERS_PER_PAGE, language).catch(() => null),
    noticeFor({ url, context }),
  ]);
  if (!list) return data({ page, list, notice, pauses: false }, { status: 503 });
  if (page > pagesOf(list)) throw redirect(supportersPageIn(language, pagesOf(list)));
  const now = context.get(clockContext).now();
  const supporters = list.supporters.map((supporter) => ({
    ...supporter,
    timeAgo: timeAgo(language, new Date(supporter.confirmedAt), now),
  }));
  return data({ page, list: { ...list, supporters }, notice, pauses: petition.listPauses() });
}

function pagesOf(list: Pick<SupporterPage, "totalPages">): number {
  return Math.max(1, list.totalPages);
}

/** A name in this list reveals a political opinion, and search engines never forget. */
export const meta: Meta<typeof loader> = ({ loaderData: { page, list }, ...facts }) => {
  const { language, t } = facts;
  const title = t("supporters.list.meta.title", { petition: petitionIn(t), page, pages: list ? pagesOf(list) : page });
  const description = t("supporters.list.meta.description");
  return pageMeta({ path: supportersPageIn(language, page), title, description, noindex: true }, facts);
};

export default function Supporters() {
  const { page, list, notice, pauses } = useLoaderData<typeof loader>();
  const { publicUrl } = useFacts();
  const t = useTranslations();
  const language = useLanguage();
  const now = useNow();
  useView("supporters_list_view", page);
  const pages = list ? pagesOf(list) : 1;
  const note = useFacts().publicNames === "full" ? "supporters.list.note" : "supporters.list.noteInitials";
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
      {!list && <ListFailed />}
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
          pathOf={(other) => supportersPageIn(language, other)}
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
      {list && list.total > 0 && !isEnded && <ReportName address={publicUrl + supportersPageIn(language, page)} />}
    </main>
  );
}
