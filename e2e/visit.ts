/** Whatever goes wrong unseen fails the test that saw it. */
import type { Browser, BrowserContext, BrowserContextOptions, Page } from "playwright-core";
import { afterEach, beforeAll, expect } from "vitest";
import { openBrowser } from "./browser.ts";

export interface VisitOptions extends Pick<BrowserContextOptions, "locale" | "colorScheme" | "permissions" | "baseURL"> {
  script?: boolean;
  /** In pixels; 900 high unless told. */
  width?: number;
  height?: number;
  /** Most journeys do without motion. */
  motion?: boolean;
  /** What this journey provokes: errors in the console and failed requests that match are none. */
  provokes?: RegExp;
}

/** One for all files of a process; each visit is a stranger to every other one. It ends with the process. */
let shared: Promise<Browser> | undefined;

async function sharedBrowser(): Promise<Browser> {
  const open = await shared?.catch(() => undefined);
  if (!open?.isConnected()) shared = openBrowser();
  return shared as Promise<Browser>;
}

/** Errors in the console or of scripts, failed requests and requests to other origins fail the test at its end. */
export function visits(): (site: string, options?: VisitOptions) => Promise<Page> {
  let browser: Browser;
  let contexts: BrowserContext[] = [];
  let faults: string[] = [];

  beforeAll(async () => {
    browser = await sharedBrowser();
  });
  afterEach(async () => {
    const seen = faults;
    await Promise.all(contexts.map((context) => context.close()));
    contexts = [];
    faults = [];
    expect(seen, "what went wrong unseen").toEqual([]);
  });

  return async (site, { script = true, width = 1280, height = 900, motion = false, provokes, ...rest } = {}) => {
    const context = await browser.newContext({
      baseURL: site,
      locale: "de",
      javaScriptEnabled: script,
      viewport: { width, height },
      reducedMotion: motion ? "no-preference" : "reduce",
      ...rest,
    });
    contexts.push(context);
    context.setDefaultTimeout(15_000);
    watch(context, site, (fault) => {
      // A browser without scripts says of each that it was blocked.
      const isBlockedScript = !script && /^failed: \S+\.js csp$/.test(fault);
      if (!isBlockedScript && !provokes?.test(fault)) faults.push(fault);
    });
    const page = await context.newPage();
    return script ? onceAlive(page) : page;
  };
}

/** The page's script runs, which the footer's list of pages shows by going. A page without a footer shows it to React alone. */
export async function untilAlive(page: Page): Promise<void> {
  await page.locator("#seiten").waitFor({ state: "detached" });
  await page.waitForFunction(() => {
    const root = Object.keys(document).find((name) => name.startsWith("__reactContainer$"));
    return root && Reflect.get(document, root).stateNode.current.memoizedState.isDehydrated === false;
  });
}

/** Each visit waits for it; whoever follows a link has to. */
function onceAlive(page: Page): Page {
  const goTo = page.goto.bind(page);
  page.goto = async (...where) => {
    const answer = await goTo(...where);
    // A page that is still has no script.
    if ((await page.locator('script[type="module"]').count()) > 0) await untilAlive(page);
    return answer;
  };
  return page;
}

function watch(context: BrowserContext, site: string, report: (fault: string) => void): void {
  context.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning")
      report(`console: ${message.text()} (${message.location().url})`);
  });
  context.on("weberror", (error) => report(`script: ${error.error().message}`));
  context.on("request", (request) => {
    if (/^https?:/.test(request.url()) && new URL(request.url()).origin !== site) report(`elsewhere: ${request.url()}`);
  });
  context.on("requestfailed", (request) => {
    const reason = request.failure()?.errorText ?? "";
    // Whoever leaves a page ends what it was still asking for.
    if (reason !== "net::ERR_ABORTED") report(`failed: ${request.url()} ${reason}`);
  });
  context.on("response", (response) => {
    if (response.status() >= 400) report(`status: ${response.status()} ${response.url()}`);
  });
}
