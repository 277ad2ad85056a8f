import { describe, expect, test } from "vitest";
import { textsInDanger } from "./moved-text.ts";
import { textOf, trackedFiles } from "./tracked.ts";

/** What the server says there is the same for as long as the page is shown. */
const STILL = /^web\/(article|charts|content|discovery|material)\//;

test("no text that a translated page has lost changes, goes, or has something inserted before it", () => {
  const files = trackedFiles().filter((file) => /^web\/.+\.tsx$/.test(file) && !STILL.test(file));
  const found = textsInDanger(files.map((file) => ({ file, text: textOf(file) })));
  expect(found, "give the text an element of its own").toEqual([]);
});

describe("Of JSX", () => {
  test.each([
    "<p>{is && <b />} said</p>",
    "<p><b /> {t('a', { count })}</p>",
    "<p><b /> {is && t('a')}</p>",
    "<p>{is ? <><b /> {t('a')}</> : t('a')}</p>",
    "<p><Said /></p>",
    "<p>{is && <b />}<Said /></p>",
    "<Table cell={() => <Said />} />",
    "<p>{all.map((one) => <Said key={one} />)}</p>",
  ])("%s is in danger", (jsx) => {
    expect(inPage(jsx)).toHaveLength(1);
  });

  test.each([
    "<p>{t('a', { count })}</p>",
    "<p>{is ? t('a') : t('b')}</p>",
    "<p>{is ? t('a') : <b />}</p>",
    "<p><b /> said</p>",
    "<p>said {is && <b />}</p>",
    "<p>{is && <b />}<span>{t('a')}</span></p>",
    "<p><Element /></p>",
    "<Table cell={() => <Element />} />",
    "<Table cell={() => t('a', { count })} />",
  ])("%s is not", (jsx) => {
    expect(inPage(jsx)).toEqual([]);
  });

  function inPage(jsx: string): string[] {
    const said =
      "export function Said() { return <>{t('a', { count })}</> }\nexport function Element() { return <p>{a.b()}</p> }";
    const page = `import { Said, Element } from "./said.tsx"\nexport function Page() { return ${jsx} }`;
    return textsInDanger([
      { file: "web/said.tsx", text: said },
      { file: "web/page.tsx", text: page },
    ]);
  }
});
