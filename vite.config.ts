import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";
import { type CataloguePart, compileMessages, compilePart } from "./messages/catalogue.ts";
import { shareImages } from "./web/share-image/plugin.ts";

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
      if (!/\/messages\/[a-z]{2}\//.test(file)) return;
      for (const module of server.moduleGraph.idToModuleMap.values())
        if (module.id?.startsWith(`\0${prefix}`)) server.moduleGraph.invalidateModule(module);
      server.ws.send({ type: "full-reload" });
    },
  };
}

function catalogueFor(language: string, part: CataloguePart | undefined, isServer: boolean) {
  if (part) return compilePart(language, part);
  return isServer ? compileMessages(language, { forBrowser: true }) : compilePart(language, "home");
}

export default defineConfig({
  plugins: [messages(), shareImages(), tailwindcss(), reactRouter()],
  build: {
    target: "es2022",
    assetsInlineLimit: 0,
    rolldownOptions: {
      output: {
        // Named, so that the server can tell a page which file of messages to fetch early.
        chunkFileNames: ({ facadeModuleId }) => {
          const language = /^\0virtual:messages\/([a-z]{2})$/.exec(facadeModuleId ?? "")?.[1];
          return language ? `assets/messages-${language}-[hash].js` : "assets/[name]-[hash].js";
        },
        // Every page needs the first: as one file these pack better than as a dozen small ones.
        codeSplitting: {
          groups: [
            {
              name: "frame",
              test: /\/web\/((design|frame|language|donation)\/.*\.tsx?|(catalogues|translation|call|root|pages\/metadata)\.tsx?)$|\/node_modules\/(react|react-dom|scheduler|react-router|icu-minify)\//,
            },
            { name: "passing-on", test: /\/web\/(sharing\/.*|home\/sign-bar|charts\/.*|facts\/source-line)\.tsx?$/ },
          ],
        },
      },
    },
  },
});
