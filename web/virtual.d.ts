declare module "virtual:messages/*" {
  import type { Catalogue } from "../messages/say.ts";

  const catalogue: Catalogue;
  export default catalogue;
}
