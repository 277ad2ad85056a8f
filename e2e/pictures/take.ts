import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { compileMessages } from "../../messages/catalogue.ts";
import type { Language } from "../../petition/language.ts";
import { heightFor, type Room } from "./room.ts";
import { saidAmong } from "./said.ts";
import { SCREENS } from "./screens.ts";
import { type Sight, sheetOf } from "./sheet.ts";

export interface Wish {
  languages: readonly Language[];
  /** In pixels, the widest first: a page is opened once and made narrower. */
  widths: readonly number[];
  schemes: ReadonlyArray<"light" | "dark">;
  /** Part of a screen's name; empty for all. */
  only: string;
  into: string;
}

/** Pictures of the screens, and a page that shows them beside the texts said there. */
export async function takePictures(room: Room, wish: Wish, report: (file: string) => void): Promise<void> {
  mkdirSync(wish.into, { recursive: true });
  const sights: Sight[] = [];
  for (const [screen, goThere] of Object.entries(SCREENS).filter(([name]) => name.includes(wish.only)))
    for (const language of wish.languages) {
      const sight: Sight = { screen, language, pictures: [], keys: [] };
      for (const scheme of wish.schemes) {
        const page = await room.page(language, { width: wish.widths[0] ?? 0, colorScheme: scheme });
        await goThere(page, language, room);
        await page.waitForLoadState("networkidle");
        sight.keys = saidAmong(await textsOn(page), compileMessages(language, { forBrowser: false }));
        for (const width of wish.widths) {
          const file = `${screen}-${language}-${width}${scheme === "dark" ? "-dark" : ""}.png`;
          await page.setViewportSize({ width, height: heightFor(width) });
          // What sticks to the window would stand in the middle of the picture.
          await page.evaluate(() => window.scrollTo(0, 0));
          writeFileSync(join(wish.into, file), await page.screenshot({ fullPage: true }));
          sight.pictures.push({ file, width });
          report(file);
        }
        await page.context().close();
      }
      sights.push(sight);
    }
  writeFileSync(join(wish.into, "index.html"), sheetOf(sights));
}

/** Of each element, and what is read out without being seen. */
function textsOn(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const read = ["aria-label", "alt", "title", "placeholder", "content"];
    const ofElement = (element: Element) => [
      element.textContent ?? "",
      ...read.map((name) => element.getAttribute(name) ?? ""),
      ...(element instanceof HTMLInputElement ? [element.value] : []),
    ];
    const elements = [...document.querySelectorAll("title, meta, body, body *:not(script, style)")];
    return [...new Set(elements.flatMap(ofElement))].filter((text) => text.trim() !== "");
  });
}
