import type { MouseEvent } from "react";
import type { LatestSupporter } from "../../contract/supporters.ts";
import { listedAgo } from "../../petition/supporters.ts";
import { Avatar, type AvatarStyle } from "../design/avatar.tsx";
import { LinkButton } from "../design/button.tsx";
import { Icon } from "../design/icon.tsx";
import { useFormat, useLanguage, useTranslations } from "../translation.tsx";

type RowProps = { supporter: LatestSupporter; avatar: AvatarStyle; now: Date | null };

export function SupporterRow({ supporter, avatar, now }: RowProps) {
  const format = useFormat();
  const language = useLanguage();
  const isPrivate = supporter.visibility === "private";
  return (
    <li className={isPrivate ? "private" : undefined}>
      <Avatar initials={isPrivate ? "" : supporter.initials} style={avatar} />{" "}
      {/* Nor in what search engines quote: signing is a political opinion. */}
      <span data-nosnippet={isPrivate ? undefined : ""}>
        {/* A name is in no language of ours: readers' software should not translate it. */}
        <b translate={isPrivate ? undefined : "no"}>
          <bdi>{supporter.name}</bdi>
        </b>{" "}
        {/* Server and browser may join date and time by different words. */}
        <time dateTime={supporter.confirmedAt} title={format.dateTime(supporter.confirmedAt)} suppressHydrationWarning>
          {now ? listedAgo(language, { ...supporter, confirmedAt: new Date(supporter.confirmedAt) }, now) : supporter.timeAgo}
        </time>
      </span>
    </li>
  );
}

/** Without a script, or without `onRetry`, the page is loaded again. */
export function ListFailed({ onRetry }: { onRetry?: (event: MouseEvent) => void }) {
  const t = useTranslations();
  return (
    <>
      <p className="failed">
        <Icon name="warning" /> {t("supporters.failed")}
      </p>
      <LinkButton kind="quiet" href="" onClick={onRetry}>
        {t("errors.page.reload")}
      </LinkButton>
    </>
  );
}

export function NoSupporters({ isEnded = false }: { isEnded?: boolean }) {
  const t = useTranslations();
  return (
    <p className="empty">
      <span className="iris" aria-hidden="true" />
      <span>{t(isEnded ? "supporters.ended" : "supporters.empty")}</span>
    </p>
  );
}
