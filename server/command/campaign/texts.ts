import type { TextsOf } from "./answers.ts";

/** The petition's own words by file, as far as they follow from the answers; whoever writes better ones replaces them. */
export function messagesFrom({ name, headline, lede, demands }: TextsOf): Record<string, object> {
  return {
    frame: { name, footer: { about: lede } },
    home: {
      meta: { title: `${withoutStop(headline)} – ${name}`, description: lede },
      hero: { headline, lede },
      why: { demands: Object.fromEntries(demands.map((demand, place) => [demandId(place), demand])) },
    },
    material: { slogan: inLines(headline).join("\n") },
    sharing: {
      letter: { subject: name, body: `${lede}\n\n{url}` },
      message: lede,
      post: `${headline} ${lede}`,
    },
  };
}

export function demandId(place: number): string {
  return `demand${place + 1}`;
}

function withoutStop(headline: string): string {
  return headline.replace(/[.!]$/, "");
}

const LINES = 3;

/** About equally long: a poster has room for three. */
function inLines(text: string): string[] {
  const words = text.split(/\s+/);
  const room = Math.max(text.length / LINES, ...words.map(({ length }) => length)) + 2;
  const lines: string[] = [];
  for (const word of words) {
    const longer = `${lines.at(-1)} ${word}`;
    if (lines.length === 0 || (longer.length > room && lines.length < LINES)) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}
