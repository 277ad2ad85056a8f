import { directionOf, type Language, ownNameOf } from "../../petition/language.ts";
import { Kept, Text, useFormat, useTranslations } from "../translation.tsx";
import type { TextsOf, Version } from "./shown-log.ts";
import type { Change } from "./word-differences.ts";

export function Texts({ texts }: { texts: TextsOf[] }) {
  const t = useTranslations();
  return (
    <>
      <p>{t("transparency.texts.text")}</p>
      <div className="log-texts">
        {texts.map(({ language, versions }, place) => (
          <details key={language} className="fold" open={place === 0}>
            <summary>
              <h3>{t("transparency.texts.language", { language: ownNameOf(language), versions: versions.length })}</h3>
            </summary>
            <ol className="text-versions">
              {versions.map((version) => (
                <li key={version.hour + version.hash}>
                  <VersionShown version={version} language={language} />
                </li>
              ))}
            </ol>
          </details>
        ))}
      </div>
    </>
  );
}

function VersionShown({ version: { hash, hour, text, changes }, language }: { version: Version; language: Language }) {
  const t = useTranslations();
  const format = useFormat();
  const since = format.dateTime(hour, { dateStyle: "long", timeStyle: "short", timeZone: "UTC" });
  return (
    <>
      <h4>{t("transparency.texts.since", { hour: since })}</h4>
      {changes && <p className="source">{t("transparency.texts.changes")}</p>}
      <blockquote lang={language} dir={directionOf(language)}>
        {changes ? changes.map(drawn) : <Kept>{text}</Kept>}
      </blockquote>
      <p className="source">
        <a href={`/log/text/${hash}`}>{t("transparency.texts.read", { hash })}</a>
      </p>
    </>
  );
}

/** Many screen readers ignore `ins` and `del`: words say it, too. */
function drawn({ kind, text }: Change, place: number) {
  const key = `${kind}${place}`;
  if (kind === "kept") return <Kept key={key}>{text}</Kept>;
  const Mark = kind === "added" ? "ins" : "del";
  return (
    <Mark key={key}>
      <Unseen of={kind === "added" ? "transparency.texts.inserted" : "transparency.texts.removed"} />
      {text}
    </Mark>
  );
}

function Unseen({ of }: { of: "transparency.texts.inserted" | "transparency.texts.removed" }) {
  return (
    <span className="visually-hidden">
      <Text of={of} />{" "}
    </span>
  );
}
