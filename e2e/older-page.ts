import type { Page } from "playwright-core";
import type { TextVersions } from "../petition/consent.ts";
import type { WalkedSite } from "./site.ts";

export const OLDER_VERSION = "0".repeat(64);

/** Words of the German consent, and what stood there in our invented older one. */
export const WORDS = { now: "Ich bin mindestens", before: "Ich bin wohl schon" };

/** The next time that the page is opened it is as it was before a text had changed. */
export async function openedBefore(page: Page, site: WalkedSite, changed: keyof TextVersions, path = "/"): Promise<void> {
  const present = site.site.petition.presentTexts("de")[changed];
  await page.route(
    (url) => url.pathname === path,
    async (route) => {
      const response = await route.fetch();
      const html = (await response.text()).replaceAll(present, OLDER_VERSION);
      const body = changed === "consentVersion" ? html.replaceAll(WORDS.now, WORDS.before) : html;
      // Its hashes are those of the inline scripts as they are now.
      const { "content-security-policy": _policy, ...headers } = response.headers();
      await route.fulfill({ response, headers, body });
    },
    { times: 1 },
  );
}
