declare module "virtual:messages/*" {
  import type { Catalogue } from "../messages/translate.ts";

  const catalogue: Catalogue;
  export default catalogue;
}

declare module "virtual:words/*" {
  const words: import("./catalogues.ts").Words;
  export default words;
}

declare module "virtual:look.css";
declare module "virtual:letters.css";

declare module "virtual:letters" {
  export const callLetters: string;
  export const firstLetters: Record<import("../petition/language.ts").Language, string[]>;
}

interface ImportMetaEnv {
  /** Part of the addresses of the share images; the build sets it. */
  readonly SHARE_IMAGE_VERSION: string;
  /** The campaign's, for the edges of the browser. */
  readonly DESK_LIGHT: string;
  readonly DESK_DARK: string;
}

declare module "subset-font" {
  export default function subsetFont(
    font: Uint8Array,
    letters: string,
    options: {
      targetFormat: "woff2";
      noHinting: boolean;
      keepFeatures: string[];
      variationAxes?: Record<string, { min: number; max: number }>;
    },
  ): Promise<Uint8Array>;
}
