/** By labels and roles, with the keyboard. */
import type { Locator, Page } from "playwright-core";
import type { Translate } from "../messages/translate.ts";
import type { Person } from "../server/testing/people.ts";

/** In every language the same. */
const SUM = /(\d+) ([+−]) (\d+) = \?/;

/** Everything of the sign form but the sum. Ends on the consent box. */
export async function fillIn(page: Page, t: Translate, person: Person): Promise<void> {
  await page.getByRole("textbox", { name: t("signing.form.fullName") }).click();
  // At once: what each key does is the browser's.
  await page.keyboard.insertText(person.fullName);
  await tabTo(page, page.getByRole("textbox", { name: t("signing.form.email") }));
  await page.keyboard.insertText(person.email);
  await tabTo(page, page.getByRole("radio", { name: t("signing.form.public") }).first());
  if (person.visibility === "private") await page.keyboard.press("ArrowDown");
  const consent = page.getByRole("checkbox");
  await tabTo(page, consent);
  if (!(await consent.isChecked())) await page.keyboard.press("Space");
}

/** `wrongBy` is a slip. Stays in the field. */
export async function solveSum(page: Page, wrongBy = 0): Promise<void> {
  const field = page.getByLabel(SUM);
  await field.waitFor();
  await field.click();
  await page.keyboard.press("ControlOrMeta+a");
  await page.keyboard.type(String((await resultOfSum(page)) + wrongBy));
}

export async function resultOfSum(page: Page): Promise<number> {
  const label = await page.getByText(SUM).first().textContent();
  const [, left, operator, right] = SUM.exec(label ?? "") ?? [];
  return operator === "+" ? Number(left) + Number(right) : Number(left) - Number(right);
}

export function sumField(page: Page): Locator {
  return page.getByLabel(SUM);
}

/** Whoever has no mouse gets there, too. */
async function tabTo(page: Page, place: Locator): Promise<void> {
  for (let presses = 0; presses < 15; presses += 1) {
    await page.keyboard.press("Tab");
    if (await hasFocus(place)) return;
  }
  throw new Error(`No way by keyboard to ${place}`);
}

export function hasFocus(place: Locator): Promise<boolean> {
  return place.evaluate((element) => element === document.activeElement);
}

/** Without the page's script the sum comes as a last step. */
export async function sign(page: Page, t: Translate, person: Person, { script }: { script: boolean }): Promise<void> {
  await fillIn(page, t, person);
  if (!script) {
    await pressSubmit(page, t);
    await page.getByText(t("signing.form.captchaLastStep")).waitFor();
  }
  await solveSum(page);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: t("signing.thanks.title") }).waitFor();
}

export async function pressSubmit(page: Page, t: Translate): Promise<void> {
  await page.getByRole("button", { name: t("signing.form.submit") }).click();
}

export async function follow(page: Page, t: Translate, link: string, { script }: { script: boolean }): Promise<void> {
  await page.goto(link);
  if (!script) await page.getByRole("button", { name: t("confirmation.press.button") }).click();
}

/** On a signer's own sheet all but the seal and sharing is folded; nothing is where the page's script cannot fetch the receipt. */
export async function unfold(page: Page, t: Translate, { script }: { script: boolean } = { script: true }): Promise<void> {
  if (script) await page.getByRole("heading", { level: 2, name: t("receipt.title"), exact: true }).click();
}

export async function expectHeading(page: Page, heading: string): Promise<void> {
  await page.getByRole("heading", { level: 1, name: heading, exact: true }).waitFor();
  // It may be found while the rest is still on its way.
  await page.waitForLoadState("domcontentloaded");
  const headings = await page.getByRole("heading", { level: 1 }).count();
  if (headings !== 1) throw new Error(`The page has ${headings} headings of the first level`);
}
