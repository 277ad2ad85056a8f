import type { MouseEvent } from "react";
import type { LatestSupporter } from "../../contract/supporters.ts";
import { isolated } from "../../messages/translate.ts";
import { supportersPageIn } from "../../petition/addresses.ts";
import { Avatar, avatarStyle } from "../design/avatar.tsx";
import { Text, useLanguage, useTranslations } from "../translation.tsx";
import { useNow } from "../use-now.ts";
import { type Given, type Polled, usePolled } from "../use-polled.ts";
import { ListFailed, NoSupporters, SupporterRow } from "./supporter-row.tsx";

type Latest = Polled<LatestSupporter[]> & { askAgain(event: MouseEvent): void };

const LATEST_EVERY = 60_000;

export function useLatestSupporters(given: Given<LatestSupporter[]>): Latest {
  const [polled, ask] = usePolled(`/api/petition/supporters?lang=${useLanguage()}`, LATEST_EVERY, given);
  const askAgain = (event: MouseEvent) => {
    event.preventDefault();
    ask();
  };
  return { ...polled, askAgain };
}

/** `isEnded`: the petition is over, and the names are gone. `pauses`: in peak mode. */
export function LatestSupporters({ latest, isEnded, pauses }: { latest: Latest; isEnded: boolean; pauses: boolean }) {
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

function Rows({ latest: { answer, outcome, askAgain } }: { latest: Latest }) {
  const now = useNow();
  if (answer === null)
    return outcome === "asking" ? <div className="people" aria-busy="true" /> : <ListFailed onRetry={askAgain} />;
  if (!answer.some((supporter) => supporter.visibility === "public")) return <NoSupporters />;
  return (
    <ul className="people">
      {answer.map((supporter, place) => (
        <SupporterRow key={supporter.id} supporter={supporter} avatar={avatarStyle(place)} now={now} />
      ))}
    </ul>
  );
}

/** "Dabei sind Renate, Josef, Katarzyna und 12.428 andere": nothing where nobody is named, or nobody else has signed. */
export function JoinedLine({ latest, count }: { latest: LatestSupporter[]; count: number }) {
  const names = latest
    .filter(({ visibility }) => visibility === "public")
    .slice(0, 3)
    .map(({ name }) => isolated(name));
  const others = count - names.length;
  if (names.length === 0 || others < 1) return null;
  return (
    <p className="joined">
      <span className="row" aria-hidden="true">
        {latest.slice(0, 4).map(({ id, visibility, initials }, place) => (
          <Avatar key={id} initials={visibility === "private" ? "" : initials} style={avatarStyle(place)} />
        ))}
      </span>{" "}
      <span data-nosnippet="">
        <Text of="home.joined" values={{ names: names.join(", "), others }} />
      </span>
    </p>
  );
}
