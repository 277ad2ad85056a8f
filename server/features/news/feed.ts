/** RFC 4287. */
import { longDayIn, type Translate } from "../../../messages/translate.ts";
import { feedIn, pageIn } from "../../../petition/addresses.ts";
import { dayOfMoment } from "../../../petition/calendar.ts";
import { type NoticeTexts, paragraphsOf } from "../../../petition/collection.ts";
import type { Language } from "../../../petition/language.ts";
import { type News, writtenIn } from "../../../petition/news.ts";
import { PLACEHOLDER, petitionConfig } from "../../../petition.config.ts";
import { sha256Bytes, uuidFrom } from "../../platform/crypto/crypto.ts";
import { escaped } from "../../platform/escaped.ts";

export interface Published {
  id: string;
  content: News;
  publishedAt: Date;
  updatedAt: Date;
}

interface Feed {
  /** The newest first. */
  entries: Published[];
  updatedAt: Date;
  language: Language;
  t: Translate;
  publicUrl: string;
}

/** The feed as XML. Each entry keeps its id wherever the site moves to. */
export function writeFeed({ entries, updatedAt, language, t, publicUrl }: Feed): string {
  const { name } = petitionConfig.organisation;
  const home = `<link rel="alternate" type="text/html" hreflang="${language}" href="${xml(publicUrl + pageIn(language, "home"))}"/>`;
  const idOf = (what: string) =>
    `<id>urn:uuid:${uuidFrom(sha256Bytes(Buffer.from([petitionConfig.petitionId, language, what].join("\n"))))}</id>`;
  const entryOf = ({ id, content, publishedAt, updatedAt: at }: Published) => {
    const [title, ...paragraphs] = saidBy(content, dayOfMoment(publishedAt), language, t);
    return `<entry>
${idOf(id)}
<title${inLanguage(title)}>${xml(title.text)}</title>
<published>${publishedAt.toISOString()}</published>
<updated>${at.toISOString()}</updated>
${home}
<content type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">${paragraphs.map(paragraphOf).join("")}</div></content>
</entry>
`;
  };
  return `<?xml version="1.0" encoding="utf-8"?>
<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}">
${idOf("feed")}
<title>${xml(t("news.answer.title", { petition: t("frame.name") }))}</title>
<updated>${updatedAt.toISOString()}</updated>
<author><name>${xml(name.includes(PLACEHOLDER) ? t("frame.name") : name)}</name></author>
<link rel="self" type="application/atom+xml" href="${xml(publicUrl + feedIn(language))}"/>
${home}
${entries.map(entryOf).join("")}</feed>
`;
}

interface Said {
  text: string;
  /** Unless it is the feed's. */
  language?: Language;
}

/** Its title, then its paragraphs. `day`: of its publication. */
function saidBy(content: News, day: string, language: Language, t: Translate): [Said, ...Said[]] {
  const written = (texts: NoticeTexts, standard = "") => {
    const found = writtenIn(texts, language);
    return paragraphsOf(found?.text ?? standard).map((text) => ({ text, language: found?.language ?? language }));
  };
  switch (content.kind) {
    case "milestone": {
      const { milestone, ...reached } = content;
      const title = t("news.answer.milestone.title", { milestone: String(milestone) });
      return [{ text: title }, { text: t("news.answer.milestone.text", reached) }];
    }
    case "open":
      return [{ text: t("news.answer.open.title") }, { text: t("news.answer.open.text") }];
    case "paused":
    case "closed": {
      const { kind, texts } = content;
      const shown = kind === "closed" ? (content.day ?? day) : content.day;
      const until = shown ? [{ text: t(`collection.answer.${kind}.day`, { date: longDayIn(language, shown) }) }] : [];
      const own = texts[language] ? { [language]: texts[language] } : {};
      return [{ text: t(`collection.answer.${kind}.title`) }, ...until, ...written(own, t(`collection.answer.${kind}.text`))];
    }
    case "handover": {
      const { recipient, texts } = content;
      const said = { date: longDayIn(language, content.date) };
      const to = recipient[language];
      const text = to
        ? t("collection.answer.handedOver.to", { ...said, recipient: to })
        : t("collection.answer.handedOver.on", said);
      return [{ text: t("news.answer.handover") }, { text }, ...written(texts)];
    }
    case "news": {
      const [first = { text: "" }, ...rest] = written(content.texts);
      const [title = "", ...lines] = first.text.split("\n");
      return [{ ...first, text: title }, ...(lines.length > 0 ? [{ ...first, text: lines.join("\n") }] : []), ...rest];
    }
  }
}

function paragraphOf({ text, language }: Said): string {
  return `<p${inLanguage({ text, language })}>${text.split("\n").map(xml).join("<br/>")}</p>`;
}

function inLanguage({ language }: Said): string {
  return language ? ` xml:lang="${language}"` : "";
}

/** XML has no way to write control characters or half of a surrogate pair. */
function xml(text: string): string {
  return escaped(text.replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, ""));
}
