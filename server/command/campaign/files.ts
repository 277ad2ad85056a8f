/** The folder of a new campaign, file by file. */
import { relative } from "node:path";
import { PLACEHOLDER } from "../../../petition/petition-config.ts";
import type { Answers } from "./answers.ts";
import { paletteFrom } from "./palette.ts";
import { demandId, messagesFrom } from "./texts.ts";

/** By path from the folder. `product`: where this product lies. */
export function filesOf(answers: Answers, folder: string, product: string): Map<string, string> {
  const way = relative(folder, product).replaceAll("\\", "/");
  const { languages, texts } = answers;
  const files = new Map([
    ["campaign.ts", campaign(answers, way)],
    ["petition.config.ts", config(answers, way)],
    ["look.ts", look(answers, way)],
    ["evidence.ts", none("Evidence", "evidence", `${way}/petition/evidence.ts`)],
    ["article.server.ts", none("ArticlePlan", "article", `${way}/web/article/article-plan.ts`)],
  ]);
  for (const language of languages) {
    const words = texts[language];
    if (!words) continue;
    for (const [file, content] of Object.entries(messagesFrom(words)))
      files.set(`messages/${language}/${file}.json`, `${JSON.stringify(content, null, 2)}\n`);
  }
  return files;
}

function campaign({ languages, goal, texts }: Answers, way: string): string {
  const [first] = languages;
  const demands = (first && texts[first]?.demands) ?? [];
  return `import type { Campaign } from "${way}/petition/campaign.ts";

export const campaign = {
  languages: ${JSON.stringify(languages)},
  goal: ${goal},
  demands: ${JSON.stringify(demands.map((_, place) => demandId(place)))},
  reasons: {},
  standsFor: [],
  pieces: ["posterA4", "posterA3", "leaflet", "strips"],
  article: null,
} as const satisfies Campaign;
`;
}

function config({ id, organisation, email, languages, texts }: Answers, way: string): string {
  const [first] = languages;
  const name = (first && texts[first]?.name) ?? organisation;
  const written = {
    petitionId: id,
    organisation: {
      name: organisation,
      representative: PLACEHOLDER,
      addressLines: [PLACEHOLDER],
      email,
      secondContact: PLACEHOLDER,
      register: null,
      supervisoryAuthority: null,
      vatId: null,
    },
    contentResponsible: { name: PLACEHOLDER, addressLines: [PLACEHOLDER] },
    dataProtection: { officer: null, authority: { name: PLACEHOLDER, url: "https://authority.example/" } },
    mail: { from: `${name.replace(/[<>"]/g, "")} <${email}>`, replyTo: email },
    association: null,
    donateUrl: null,
    sponsor: null,
    sourceUrl: "https://source.example/",
    handover: {
      recipient: Object.fromEntries(languages.map((language) => [language, PLACEHOLDER])),
      date: PLACEHOLDER,
      erasedBy: PLACEHOLDER,
    },
  };
  return `import type { PetitionConfig } from "${way}/petition/petition-config.ts";
import type { campaign } from "./campaign.ts";

/** \`npm run petition -- doctor\` names each placeholder that is left, and what to write there. */
export const petitionConfig: PetitionConfig<(typeof campaign.languages)[number]> = ${JSON.stringify(written, null, 2)};
`;
}

function look({ colour, languages, texts }: Answers, way: string): string {
  const names = languages.map((language) => texts[language]?.name.toUpperCase());
  const microprint = `${names.join(" · ")} · `;
  return `import type { Look } from "${way}/petition/look.ts";

/** Made of ${colour}, with enough contrast for everybody. */
export const look: Look = ${JSON.stringify({ ...paletteFrom(colour), microprint }, null, 2)};
`;
}

function none(type: string, name: string, from: string): string {
  return `import type { ${type} } from "${from}";

export const ${name}: ${type} | null = null;
`;
}
