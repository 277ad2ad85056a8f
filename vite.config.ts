import { createRequire } from "node:module";
import { join } from "node:path";
import { reactRouter } from "@react-router/dev/vite";
import { defineConfig, type Plugin } from "vite";
import { BUILD_FOLDER, CAMPAIGN_FOLDER } from "./campaign-folder.ts";
import type { CataloguePart } from "./messages/catalogue.ts";

/** One chunk for each language, and of it one for the administration, one for the page of the public log, one for the list of supporters, one for the sheet that thanks and one for what the home page does without. */
function messages(): Plugin {
  const prefix = "virtual:messages/";
  return {
    name: "messages",
    resolveId: (id) => (id.startsWith(prefix) ? `\0${id}` : undefined),
    load(id, { ssr = false } = {}) {
      if (!id.startsWith(`\0${prefix}`)) return;
      const [language = "", part] = id.slice(prefix.length + 1).split("/") as [string, CataloguePart?];
      return `export default ${JSON.stringify(catalogueFor(language, part, ssr))}`;
    },
    hotUpdate({ file, server }) {
      if (!/\/messages\/[a-z]{2,3}\//.test(file)) return;
      for (const module of server.moduleGraph.idToModuleMap.values())
        if (module.id?.startsWith(`\0${prefix}`)) server.moduleGraph.invalidateModule(module);
      server.ws.send({ type: "full-reload" });
    },
  };
}

/** The campaign's colours, before all other styles, and for what browsers paint around the page. */
function look(): Plugin {
  const name = "virtual:look.css";
  const id = "/__look.css";
  return {
    name: "look",
    config: () => ({
      define: {
        "import.meta.env.DESK_LIGHT": JSON.stringify(LIGHT.desk),
        "import.meta.env.DESK_DARK": JSON.stringify(DARK.desk),
      },
    }),
    resolveId: (asked) => (asked === name || asked === id ? id : undefined),
    load: (asked) => (asked === id ? styleSheetOf(LOOK) : undefined),
  };
}

function catalogueFor(language: string, part: CataloguePart | undefined, isServer: boolean) {
  if (part) return compilePart(language, part);
  return isServer ? compileMessages(language, { forBrowser: true }) : compilePart(language, "home");
}

// By Node itself, which knows where the campaign lies: what is imported above is bundled without asking it.
const load = createRequire(import.meta.url);
const { compileMessages, compilePart } = load("./messages/catalogue.ts") as typeof import("./messages/catalogue.ts");
const { styleSheetOf } = load("./petition/look.ts") as typeof import("./petition/look.ts");
const { DARK, LIGHT, LOOK } = load("./petition/our-look.ts") as typeof import("./petition/our-look.ts");
const { words } = load("./web/words-plugin.ts") as typeof import("./web/words-plugin.ts");
const { pageRuntime } = load("./web/runtime/plugin.ts") as typeof import("./web/runtime/plugin.ts");
const { letters } = load("./web/fonts/plugin.ts") as typeof import("./web/fonts/plugin.ts");
const { shareImages } = load("./web/share-image/plugin.ts") as typeof import("./web/share-image/plugin.ts");

export default defineConfig({
  resolve: { alias: { "#campaign": CAMPAIGN_FOLDER } },
  // Found out beforehand: what is found later loads every open page anew.
  optimizeDeps: { entries: ["{web,gallery}/**/*.{ts,tsx}", "!**/*.{server,test}.{ts,tsx}", "!web/share-image/**"] },
  plugins: [
    pageRuntime(),
    words(),
    messages(),
    look(),
    letters({ folder: join(BUILD_FOLDER, "letters") }),
    shareImages(),
    reactRouter(),
  ],
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        codeSplitting: {
          groups: [
            // What every page needs: as one file these pack better than as a dozen small ones.
            {
              name: "frame",
              test: /\/web\/((design\/(?!pagination)|frame\/(?!fact|result|success|use-title)|language\/|donation\/|runtime\/|facts\/source).*\.tsx?|(catalogues|translation|call|storage|root|hydrate\.client|pages\/metadata)\.tsx?)$|\/petition\/duration\.ts$|\/node_modules\/(react|react-dom|scheduler|icu-minify)\//,
            },
            // What the home page shares with others.
            {
              name: "first-visit",
              test: /\/web\/((sharing\/|progress\/(?!progress-line)).*|home\/(sign-bar|handover)|supporters\/supporter-row|signing\/name-in-list|[^/]*(poll|use-now|handover|demands|remembered-sheet)[^/]*)\.tsx?$|\/(petition\/(supporters|signing|email-address|progress|polling)|contract\/signing)\.ts$/,
            },
          ],
        },
      },
    },
  },
});
