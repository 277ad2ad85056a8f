import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useEffect, useRef, useState } from "react";
import type { AdminNews } from "../../../contract/administration/news.ts";
import type { NoticeTexts as Texts } from "../../../petition/collection.ts";
import { writtenIn } from "../../../petition/news.ts";
import { Button } from "../../design/button.tsx";
import { FieldError } from "../../design/field.tsx";
import { useLanguage, useTranslations } from "../../translation.tsx";
import { Section, Until, useFocusKept, zonedMinute } from "../parts.tsx";
import { POLLED, useAct } from "../server-state.tsx";
import { type Faults, faultsIn, NoticeTexts } from "./notice-texts.tsx";

/** `id`: of what is corrected. */
type Draft = { id: string | null; texts: Texts };

/** What came of the petition, for the feed: also while signing goes on, and after the end. */
export function News() {
  const t = useTranslations();
  const asked = useQuery<AdminNews>({ queryKey: ["news"], ...POLLED });
  const [draft, setDraft] = useState<Draft | null>(null);
  const { heading, acted } = useFocusKept(draft === null, true);
  const close = () => {
    acted();
    setDraft(null);
  };
  return (
    <Section id="news" className="news-part" title={t("administration-collection.news.title")} heading={heading}>
      <p className="hint">{t("administration-collection.news.hint")}</p>
      {draft ? (
        <NewsForm first={draft} onClose={close} />
      ) : (
        <Button kind="line" onClick={() => setDraft({ id: null, texts: {} })}>
          {t("administration-collection.news.write")}
        </Button>
      )}
      <Until asked={asked} loading={t("administration-collection.loading")} failed={t("administration-collection.failed")} />
      {asked.data?.news.length === 0 && <p className="soft">{t("administration-collection.news.none")}</p>}
      {asked.data?.news.map((one) => (
        <Published key={one.id} one={one} onCorrect={draft ? undefined : () => setDraft({ id: one.id, texts: one.texts })} />
      ))}
    </Section>
  );
}

function Published({ one, onCorrect }: { one: AdminNews["news"][number]; onCorrect: (() => void) | undefined }) {
  const t = useTranslations();
  const shown = writtenIn(one.texts, useLanguage());
  const times = [t("administration-collection.news.published", { time: zonedMinute(one.publishedAt) })];
  if (one.updatedAt !== one.publishedAt)
    times.push(t("administration-collection.news.updated", { time: zonedMinute(one.updatedAt) }));
  return (
    <article className="news">
      <p lang={shown?.language} dir="auto">
        {shown?.text}
      </p>
      <p className="soft tab">{`${times.join(", ")} (${Object.keys(one.texts).join(", ")})`}</p>
      {onCorrect && (
        <Button kind="quiet" onClick={onCorrect}>
          {t("administration-collection.news.correct")}
        </Button>
      )}
    </article>
  );
}

/** What is typed stays whatever becomes of a call. */
function NewsForm({ first, onClose }: { first: Draft; onClose(): void }) {
  const t = useTranslations();
  const form = useRef<HTMLFormElement>(null);
  const [texts, setTexts] = useState(first.texts);
  const [faults, setFaults] = useState<Faults>({});
  const [refusals, setRefusals] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: at the beginning, and after each refusal
  useEffect(() => {
    const fields = form.current?.querySelectorAll<HTMLElement>("textarea") ?? [];
    ([...fields].find((one) => one.ariaInvalid) ?? fields[0])?.focus();
  }, [refusals]);
  const { mutate: send, isPending } = useAct(
    (ask, body: { texts: Texts }) =>
      first.id === null ? ask<AdminNews>("POST", "news", { body }) : ask<AdminNews>("PUT", `news/${first.id}`, { body }),
    {
      done: () => ({ title: t("administration-collection.news.done") }),
      failed: { title: t("administration-collection.news.refused") },
      onDone: onClose,
      onFailed(failure) {
        setFaults(faultsIn(failure));
        setRefusals((before) => before + 1);
      },
    },
  );
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    send({ texts });
  };
  return (
    <form className="collection-form" ref={form} onSubmit={onSubmit}>
      <NoticeTexts
        id="news"
        texts={texts}
        faults={faults}
        onEdit={(edited, field) => {
          setTexts(edited);
          setFaults((known) => ({ ...known, [field]: undefined, texts: undefined }));
        }}
      />
      {faults.texts && <FieldError id="news-error">{faults.texts}</FieldError>}
      <div className="admin-filters">
        <Button type="submit" busy={isPending} busyLabel={t("administration-collection.sending")}>
          {first.id === null ? t("administration-collection.news.publish") : t("administration-collection.news.correct")}
        </Button>
        <Button kind="quiet" onClick={onClose}>
          {t("administration.remove.cancel")}
        </Button>
      </div>
    </form>
  );
}
