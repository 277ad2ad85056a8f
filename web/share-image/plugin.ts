import type { Plugin } from "vite";
import { LANGUAGES } from "../../petition/language.ts";
import { drawPicture, picturesVersion } from "./draw.ts";
import { recolouredDrawings } from "./recoloured.ts";
import { FORMATS, picturePath } from "./size.ts";

export function shareImages(): Plugin {
  const version = picturesVersion();
  const shared = LANGUAGES.flatMap((language) =>
    FORMATS.map((format) => ({
      path: picturePath(language, format, version),
      draw: () => drawPicture(language, format),
    })),
  );
  const pictures = [...shared, ...recolouredDrawings()];
  return {
    name: "share-images",
    config: () => ({ define: { "import.meta.env.SHARE_IMAGE_VERSION": JSON.stringify(version) } }),
    async generateBundle() {
      if (this.environment.name !== "client") return;
      for (const { path, draw } of pictures) this.emitFile({ type: "asset", fileName: path.slice(1), source: await draw() });
    },
    configureServer({ middlewares }) {
      middlewares.use(async (request, response, next) => {
        const asked = pictures.find(({ path }) => path === request.url);
        if (!asked) return next();
        response.setHeader("content-type", asked.path.endsWith(".svg") ? "image/svg+xml" : "image/png").end(await asked.draw());
      });
    },
  };
}
