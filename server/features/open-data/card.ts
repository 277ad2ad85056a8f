import type { CollectionNotice } from "../../../contract/collection.ts";
import type { PetitionStats } from "../../../contract/supporters.ts";
import { localeOf, percentIn, type Translate } from "../../../messages/translate.ts";
import { pageIn } from "../../../petition/addresses.ts";
import { directionOf, type Language } from "../../../petition/language.ts";
import { escaped } from "../../platform/escaped.ts";
import { CARD_STYLE } from "./card-style.ts";

interface Shown {
  stats: PetitionStats;
  notice: CollectionNotice | null;
  language: Language;
  publicUrl: string;
}

export function writeCard({ stats, notice, language, publicUrl }: Shown, t: Translate): string {
  const { signatureCount: count, targetCount: target, progressPercentage: percentage } = stats;
  const format = new Intl.NumberFormat(localeOf(language));
  const number = format.format(count);
  const of = t("open-data.answer.of", { target });
  const share = percentIn(language, Math.floor(percentage * 10) / 10);
  const name = t("open-data.answer.name", { petition: t("frame.name") });
  const home = publicUrl + pageIn(language, "home");
  const [action, href] = notice ? [notice.link, home] : [t("home.hero.sign"), `${home}#sign`];
  return `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${escaped(`${name}: ${number} ${of}`)}</title>
<style>${CARD_STYLE}</style>
</head>
<body>
<main aria-labelledby="name">
<h1 id="name">${escaped(name)}</h1>
<p class="count"><b>${escaped(number)}</b> <span>${escaped(of)}</span></p>
<div class="progress-bar" role="progressbar" aria-label="${escaped(t("progress.label"))}" aria-valuemin="0" aria-valuemax="100" aria-valuenow="${percentage}" aria-valuetext="${share}"><svg width="${percentage}%" height="16" aria-hidden="true"></svg></div>
${notice ? `<p class="notice">${escaped(notice.title)}.</p>\n` : ""}<p class="foot"><a href="${escaped(href)}" target="_blank" rel="noopener">${escaped(action)}<span class="unseen"> (${escaped(t("frame.newTab"))})</span></a> <small>${escaped(new URL(publicUrl).host)}</small></p>
</main>
</body>
</html>
`;
}
