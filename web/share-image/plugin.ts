import type { Plugin } from "vite";
import { isLanguage, LANGUAGES } from "../../petition/language.ts";
import { drawShareImage, shareImageVersion } from "./draw.ts";

export function shareImages(): Plugin {
  const version = shareImageVersion();
  return {
    name: "share-images",
    config: () => ({ define: { "import.meta.env.SHARE_IMAGE_VERSION": JSON.stringify(version) } }),
    async generateBundle() {
      if (this.environment.name !== "client") return;
      for (const language of LANGUAGES)
        this.emitFile({
          type: "asset",
          fileName: `share/${language}.${version}.png`,
          source: await drawShareImage(language),
        });
    },
    configureServer({ middlewares }) {
      middlewares.use(async (request, response, next) => {
        const language = /^\/share\/([a-z]{2})\.\w+\.png$/.exec(request.url ?? "")?.[1];
        if (!isLanguage(language)) return next();
        response.setHeader("content-type", "image/png").end(await drawShareImage(language));
      });
    },
  };
}
