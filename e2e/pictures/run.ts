/** `npm run pictures -- [--language fr,pl] [--only NAME] [--into FOLDER] [--width 1440,360] [--dark] [--readme]` */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import sharp from "sharp";
import { isLanguage, LANGUAGES } from "../../petition/language.ts";
import { inFewColours } from "../../web/share-image/draw.ts";
import { setup } from "../before.ts";
import { openRoom, type Room } from "./room.ts";
import { SCREENS } from "./screens.ts";
import { takePictures, type Wish } from "./take.ts";

/** Enough for pages of supporters and for half the way to the goal. */
const SIGNED = 12_431;
const ROOT = join(import.meta.dirname, "..", "..");

const { values } = parseArgs({
  options: {
    language: { type: "string", default: LANGUAGES.join() },
    only: { type: "string", default: "" },
    into: { type: "string", default: join(ROOT, "pictures") },
    width: { type: "string", default: "1440,360" },
    dark: { type: "boolean", default: false },
    readme: { type: "boolean", default: false },
  },
});
const widths = values.width
  .split(",")
  .map(Number)
  .toSorted((a, b) => b - a);
const languages = values.language.split(",").filter(isLanguage);
const refusal = refusalOf();
if (refusal) {
  console.error(refusal);
  process.exit(2);
}

await setup();
const room = await openRoom({ signed: SIGNED });
try {
  if (values.readme) await pictureForReadme(room);
  else {
    const wish: Wish = { ...values, languages, widths, schemes: values.dark ? ["dark"] : ["light"] };
    await takePictures(room, wish, console.log);
    console.log(`Open ${join(values.into, "index.html")}`);
  }
} finally {
  await room.close();
}

function refusalOf(): string | null {
  if (languages.length < values.language.split(",").length) return `--language takes some of ${LANGUAGES.join()}.`;
  if (!widths.every((width) => width >= 200 && width <= 4000)) return "--width takes pixels, such as 1440,360.";
  const names = Object.keys(SCREENS);
  return names.some((name) => name.includes(values.only)) ? null : `--only takes a part of ${names.join(", ")}.`;
}

/** Small enough for a README. */
async function pictureForReadme({ page: open }: Room): Promise<void> {
  const page = await open("de", { width: 1440, colorScheme: "light" });
  await page.goto("/");
  await page.waitForLoadState("networkidle");
  const image = await page.screenshot({ clip: { x: 0, y: 0, width: 1440, height: 900 } });
  writeFileSync(join(ROOT, "docs", "screenshot.png"), await inFewColours(sharp(image)));
}
