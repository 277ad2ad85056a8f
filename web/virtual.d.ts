declare module "virtual:messages/*" {
  import type { Catalogue } from "../messages/translate.ts";

  const catalogue: Catalogue;
  export default catalogue;
}

interface ImportMetaEnv {
  /** Part of the addresses of the share images; the build sets it. */
  readonly SHARE_IMAGE_VERSION: string;
}
