import type { Discovery } from "../../../contract/discovery.ts";
import { type Described, describeApi } from "./openapi.ts";

/** `there`: which calls exist only where something is set. */
export function discovery({ publicUrl, ...there }: Omit<Described, "publicUrl"> & { publicUrl(): string }): Discovery {
  let known: { url: string; api: ReturnType<typeof describeApi> } | null = null;
  return {
    describedApi() {
      const url = publicUrl();
      if (known?.url !== url) known = { url, api: describeApi({ publicUrl: url, ...there }) };
      return known.api;
    },
  };
}
