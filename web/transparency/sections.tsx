import { type ReactNode, useEffect, useRef, useState } from "react";
import type { Transparency } from "../../contract/transparency.ts";
import { pageIn } from "../../petition/addresses.ts";
import { petitionConfig } from "../../petition.config.ts";
import { FoldedTable } from "../charts/chart.tsx";
import { Button } from "../design/button.tsx";
import { Fact } from "../frame/fact.tsx";
import { MailLink } from "../frame/mail-link.tsx";
import { OutLink } from "../frame/out-link.tsx";
import { useHydrated } from "../frame/use-hydrated.ts";
import { Paragraph, Text, useFormat, useLanguage, useTranslations } from "../translation.tsx";
import type { ShownLog } from "./shown-log.ts";

export function Proof() {
  const t = useTranslations();
  const language = useLanguage();
  const toRules = (inner: ReactNode) => <a href="#rules">{inner}</a>;
  const toOwnPage = (inner: ReactNode) => <a href={pageIn(language, "personal")}>{inner}</a>;
  return (
    <>
      <h3>{t("transparency.proof.proved")}</h3>
      <dl className="log-points">
        <Fact name={t("transparency.proof.count.title")}>{t("transparency.proof.count.text")}</Fact>
        <Fact name={t("transparency.proof.fixed.title")}>{t("transparency.proof.fixed.text")}</Fact>
        <Fact name={t("transparency.proof.own.title")}>{t("transparency.proof.own.text")}</Fact>
      </dl>
      <h3>{t("transparency.proof.open")}</h3>
      <dl className="log-points">
        <Fact name={t("transparency.proof.people.title")}>
          <Text of="transparency.proof.people.text" tags={{ a: toRules }} />
        </Fact>
        <Fact name={t("transparency.proof.still.title")}>
          <Text of="transparency.proof.still.text" tags={{ a: toOwnPage }} />
        </Fact>
        <Fact name={t("transparency.proof.names.title")}>{t("transparency.proof.names.text")}</Fact>
      </dl>
    </>
  );
}

const ABOUT_PAPER = ["sum", "sheets", "kept"] as const;

export function OnPaper({ paper, paperEntries }: Pick<Transparency, "paper" | "paperEntries">) {
  const t = useTranslations();
  const format = useFormat();
  const heads = ["hour", "batch", "entry", "valid", "invalid"] as const;
  return (
    <>
      <Paragraph of="transparency.paper.lede" values={{ paper }} />
      <dl className="log-points">
        {ABOUT_PAPER.map((point) => (
          <Fact key={point} name={t(`transparency.paper.${point}.title`)}>
            {t(`transparency.paper.${point}.text`)}
          </Fact>
        ))}
      </dl>
      <FoldedTable
        title={t("transparency.paper.title")}
        summary={t("transparency.paper.table")}
        heads={heads.map((head) => t(`transparency.paper.${head}`))}
        rows={paperEntries.map(({ hour, batch, reason, valid, invalid }) => [
          format.dateTime(hour, { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" }),
          format.number(batch),
          t(`transparency.paper.reason.${reason}`),
          format.number(valid),
          format.number(invalid),
        ])}
      />
    </>
  );
}

export function Rules({ holds }: { holds: boolean }) {
  const t = useTranslations();
  return (
    <ul className="log-rules">
      <li>
        <Text of="transparency.rules.confirmed" />
      </li>
      <li>
        <Text of="transparency.rules.watched" />
      </li>
      <li>{t("transparency.rules.held", { hold: holds ? "yes" : "no" })}</li>
      <li>{t("transparency.rules.limit")}</li>
      <li>
        <Text of="transparency.rules.audit" tags={SOURCE_TAGS} />
      </li>
    </ul>
  );
}

export function ByCommand({ site }: { site: string }) {
  const language = useLanguage();
  // A page without a script of ours: it is loaded as a whole.
  const toCalls = (inner: ReactNode) => <a href={pageIn(language, "developers")}>{inner}</a>;
  const command = `npm run petition -- log verify ${site}`;
  return (
    <>
      <Paragraph of="transparency.command.text" tags={SOURCE_TAGS} />
      <Copyable text={command} />
      <Paragraph of="transparency.command.receipt" tags={SOURCE_TAGS} />
      <Copyable text={`${command} --receipt beleg.json`} />
      <Paragraph className="source" of="transparency.command.formats" tags={SOURCE_TAGS} />
      <Paragraph className="source" of="transparency.command.calls" tags={{ calls: toCalls }} />
    </>
  );
}

export function PublishedHead({ log }: { log: ShownLog }) {
  const t = useTranslations();
  const format = useFormat();
  const { origin, keys, size, root, publishedAt, before } = log;
  return (
    <dl className="facts">
      <Fact name={t("transparency.head.size")} className="tab">
        {format.number(size)}
      </Fact>
      <Fact name={t("transparency.head.root")}>
        <Copyable text={root} />
      </Fact>
      <Fact name={t("transparency.head.published")}>{t("transparency.head.at", { time: format.dateTime(publishedAt) })}</Fact>
      <Fact name={t("transparency.head.origin")}>{origin}</Fact>
      <Fact name={t("transparency.head.key", { count: keys.length })}>
        {keys.map((key) => (
          <Copyable text={key} key={key} />
        ))}
      </Fact>
      <Fact name={t("transparency.head.files")}>
        <a href="/log/checkpoint">{t("transparency.head.checkpoint")}</a>,{" "}
        <a href="/log/key">{t("transparency.head.keyFile")}</a>
      </Fact>
      {before && (
        <Fact name={t("transparency.head.before")}>
          <Paragraph of="transparency.head.beforeText" />
          <pre className="log-file">{before}</pre>
        </Fact>
      )}
    </dl>
  );
}

export function Witnesses({ witnesses }: Pick<Transparency, "witnesses">) {
  const t = useTranslations();
  const format = useFormat();
  const address = petitionConfig.organisation.email;
  return (
    <>
      <p>{t("transparency.witnesses.text")}</p>
      {witnesses.length === 0 ? (
        <p className="empty">{t("transparency.witnesses.none")}</p>
      ) : (
        <dl className="facts witnesses">
          {witnesses.map(({ name, size, at }) => (
            <Fact key={name} name={name}>
              {size !== null && at !== null
                ? t("transparency.witnesses.size", { size, time: format.dateTime(at) })
                : t("transparency.witnesses.never")}
            </Fact>
          ))}
        </dl>
      )}
      <p className="source">
        <Text
          of="transparency.witnesses.become"
          values={{ address }}
          tags={{ ...SOURCE_TAGS, mail: (inner) => <MailLink address={address}>{inner}</MailLink> }}
        />
      </p>
    </>
  );
}

const SAYS_COPIED = 4000;

function Copyable({ text }: { text: string }) {
  const t = useTranslations();
  const hydrated = useHydrated();
  const place = useRef<HTMLElement>(null);
  const [said, setSaid] = useState<"copied" | "copyFailed" | null>(null);
  useEffect(() => {
    if (!said) return;
    const silence = setTimeout(() => setSaid(null), SAYS_COPIED);
    return () => clearTimeout(silence);
  }, [said]);

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      setSaid("copied");
    } catch {
      // Without https, and in many browsers inside of apps, there is no clipboard.
      if (place.current) getSelection()?.selectAllChildren(place.current);
      setSaid("copyFailed");
    }
  }

  return (
    <span className="copyable">
      <code ref={place}>
        {(text.match(/[^ ]* |[^ ]+/g) ?? []).map((word, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the words of a command keep their places
          <span key={at}>{word}</span>
        ))}
      </code>
      {hydrated && (
        <Button kind="quiet" onClick={copy}>
          {t("transparency.head.copy")}
          <span className="visually-hidden">{` ${text.slice(0, 40)}`}</span>
        </Button>
      )}
      <span role="status" className="source">
        {said && t(`transparency.head.${said}`)}
      </span>
    </span>
  );
}

const SOURCE_TAGS = {
  a: (inner: ReactNode) => <OutLink href={petitionConfig.sourceUrl}>{inner}</OutLink>,
  code: (inner: ReactNode) => <code>{inner}</code>,
};
