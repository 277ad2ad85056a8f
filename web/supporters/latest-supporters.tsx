import type { LatestSupporter } from "../../contract/supporters.ts";
import { supportersPageIn } from "../../petition/addresses.ts";
import { avatarStyle } from "../design/avatar.tsx";
import { Icon } from "../design/icon.tsx";
import { useLanguage, useTranslations } from "../translation.tsx";
import { useNow } from "../use-now.ts";
import type { Polled } from "../use-polled.ts";
import { NoSupporters, SupporterRow } from "./supporter-row.tsx";

interface LatestProps {
  latest: Polled<LatestSupporter[]>;
  /** The petition is over, and the names are gone. */
  isEnded: boolean;
  /** In peak mode. */
  pauses?: boolean;
}

export function LatestSupporters({ latest, isEnded, pauses = false }: LatestProps) {
  const t = useTranslations();
  const language = useLanguage();
  return (
    <section aria-labelledby="latest-title">
      <h2 id="latest-title">{t(isEnded ? "supporters.title" : "supporters.latest.title")}</h2>
      {isEnded ? (
        <NoSupporters isEnded />
      ) : (
        <>
          {pauses && <p className="soft small">{t("supporters.pauses")}</p>}
          <Rows latest={latest} />
          <p className="all-names">
            <a href={supportersPageIn(language, 1)}>{t("supporters.latest.all")}</a>
          </p>
        </>
      )}
    </section>
  );
}

function Rows({ latest: { answer, outcome } }: { latest: Polled<LatestSupporter[]> }) {
  const t = useTranslations();
  const now = useNow();
  if (answer === null)
    return outcome === "asking" ? (
      <div className="people" aria-busy="true" />
    ) : (
      <p className="failed">
        <Icon name="warning" /> {t("supporters.failed")}
      </p>
    );
  if (!answer.some((supporter) => supporter.visibility === "public")) return <NoSupporters />;
  return (
    <ul className="people">
      {answer.map((supporter, place) => (
        <SupporterRow key={supporter.id} supporter={supporter} avatar={avatarStyle(place)} now={now} />
      ))}
    </ul>
  );
}
