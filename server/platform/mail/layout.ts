import { directionOf, type Language } from "../../../petition/language.ts";
import { DARK, LIGHT } from "../../../petition/our-look.ts";

export type Inline = string | { label: string; url: string };

export type Block =
  | { lead: string }
  /** `invitation`: before the address in the text body. `fallback`: before the plain address below the button. */
  | { button: string; url: string; invitation: string; fallback?: string }
  | { linkOnItsOwn: string; intro: string }
  | { facts: Array<{ label: string; value: string; line: string }> }
  /** For the text body, where links in the middle of a sentence read badly. */
  | { note: Inline[]; text: string[] };

export interface Page {
  language: Language;
  brand: string;
  title: string;
  preview: string;
  blocks: Block[];
  foot: string[];
}

export function textOf({ title, blocks, foot }: Page): string {
  return `${[title, ...blocks.flatMap(textOfBlock), foot.join("\n")].join("\n\n")}\n`;
}

/** Everything that is inserted is escaped here and nowhere else. */
export function htmlOf({ language, brand, title, preview, blocks, foot }: Page): string {
  return `<!doctype html>
<html lang="${escaped(language)}" dir="${directionOf(language)}"><head><meta charset="utf-8" /><meta name="viewport" content="width=device-width, initial-scale=1" /><meta name="color-scheme" content="light dark" /><meta name="supported-color-schemes" content="light dark" /><meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no" /><title>${escaped(title)}</title>
<style>${STYLE}</style></head>
<body class="ground" style="margin:0;padding:0;background:${GROUND}">
<div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${escaped(preview)}</div>
<table role="presentation" lang="${escaped(language)}" dir="${directionOf(language)}" class="ground" width="100%" cellpadding="0" cellspacing="0" border="0" style="background:${GROUND}"><tr><td align="center" style="padding:24px 12px">
<table role="presentation" class="sheet" width="560" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:560px;background:${SHEET};border:1px solid ${RULE}">
<tr><td style="font-size:0;line-height:0">${EDGE}</td></tr>
<tr><td class="ink" style="${SERIF};padding:32px 36px 0;font-weight:700;font-size:18px;line-height:24px;color:${INK}">${escaped(brand)}</td></tr>
<tr><td style="padding:20px 36px 0"><h1 class="ink" style="${SERIF};margin:0;font-weight:600;font-size:30px;line-height:36px;color:${INK}">${escaped(title)}</h1></td></tr>
${blocks.map(htmlOfBlock).join("\n")}
<tr><td style="font-size:0;line-height:0;height:32px">&#160;</td></tr>
</table>
<table role="presentation" width="560" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:560px"><tr><td class="soft" style="${SANS};padding:20px 36px;font-size:15px;line-height:24px;color:${SOFT}">${foot.map(escaped).join("<br />")}</td></tr></table>
</td></tr></table>
</body></html>
`;
}

const { desk: GROUND, sheet: SHEET, hair: RULE, ink: INK, inkSoft: SOFT, hand: LINK, onHand: ON_BUTTON } = LIGHT;
const SERIF = "font-family:'Besley Variable',Rockwell,Georgia,serif";
const SANS = "font-family:'Source Sans 3 Variable','Segoe UI','Helvetica Neue',Arial,sans-serif";

const STYLE = `@media (prefers-color-scheme:dark){.ground{background:${DARK.desk}!important}.sheet{background:${DARK.sheet}!important;border-color:${DARK.hair}!important}.ink{color:${DARK.ink}!important}.soft{color:${DARK.inkSoft}!important}.link{color:${DARK.hand}!important}.button{background:${DARK.hand}!important}.button a{color:${DARK.onHand}!important}.rule{border-color:${DARK.hair}!important}.from{background:${DARK.irisFrom}!important}.through{background:${DARK.irisThrough}!important}.to{background:${DARK.irisTo}!important}}`;

const EDGE = `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0"><tr>${[
  ["from", LIGHT.irisFrom],
  ["through", LIGHT.irisThrough],
  ["to", LIGHT.irisTo],
]
  .map(([name, colour]) => `<td class="${name}" width="33%" height="5" style="background:${colour};height:5px">&#160;</td>`)
  .join("")}</tr></table>`;

function textOfBlock(block: Block): string[] {
  if ("lead" in block) return [block.lead];
  if ("button" in block) return [`${block.invitation}\n${block.url}`];
  if ("linkOnItsOwn" in block) return [`${block.intro}\n${block.linkOnItsOwn}`];
  if ("facts" in block) return [block.facts.map(({ line }) => line).join("\n")];
  return block.text;
}

function htmlOfBlock(block: Block): string {
  if ("lead" in block) return row(`padding:14px 36px 0;font-size:18px;line-height:27px`, "ink", escaped(block.lead));
  if ("button" in block)
    return button(block.button, block.url) + (block.fallback ? `\n${plainLink(block.fallback, block.url)}` : "");
  if ("linkOnItsOwn" in block) return plainLink(block.intro, block.linkOnItsOwn);
  if ("facts" in block) return facts(block.facts);
  return row("padding:20px 36px 0;font-size:16px;line-height:24px", "ink", block.note.map(inline).join(""));
}

function row(style: string, colour: "ink" | "soft", content: string): string {
  return `<tr><td class="${colour}" style="${SANS};${style};color:${colour === "ink" ? INK : SOFT}">${content}</td></tr>`;
}

function button(label: string, url: string): string {
  const anchor = `<a href="${escaped(url)}" style="${SANS};display:inline-block;padding:16px 28px;font-size:18px;line-height:22px;font-weight:600;color:${ON_BUTTON};text-decoration:none">${escaped(label)}</a>`;
  return `<tr><td style="padding:24px 36px 0"><table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td class="button" style="background:${LINK};border-radius:3px">${anchor}</td></tr></table></td></tr>`;
}

function plainLink(intro: string, url: string): string {
  return row(
    "padding:22px 36px 0;font-size:16px;line-height:24px",
    "soft",
    `${escaped(intro)}<br /><bdi dir="ltr">${anchorTo(url, url)}</bdi>`,
  );
}

function facts(lines: Array<{ label: string; value: string }>): string {
  const cells = lines.map(({ label, value }, index) => {
    const padding = `padding:${index === 0 ? 12 : 4}px 0 ${index === lines.length - 1 ? 12 : 4}px`;
    const style = `${SANS};${padding};font-size:16px;line-height:24px;vertical-align:top`;
    return `<tr><td class="soft" width="150" style="${style};color:${SOFT}">${escaped(label)}</td><td class="ink" style="${style};color:${INK}">${escaped(value)}</td></tr>`;
  });
  const style = `border-top:1px solid ${RULE};border-bottom:1px solid ${RULE}`;
  return `<tr><td style="padding:24px 36px 0"><table role="presentation" class="rule" width="100%" cellpadding="0" cellspacing="0" border="0" style="${style}">${cells.join("")}</table></td></tr>`;
}

function inline(part: Inline): string {
  return typeof part === "string" ? escaped(part) : anchorTo(part.url, part.label);
}

function anchorTo(url: string, label: string): string {
  return `<a class="link" href="${escaped(url)}" style="color:${LINK};word-break:break-all">${escaped(label)}</a>`;
}

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
