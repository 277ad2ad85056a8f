/** WebKitGTK's MiniBrowser as Debian ships it, on a screen that nobody sees, by the plain calls of W3C WebDriver. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import type { Readable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import { findProgram, isAlive, type Kind, type OtherBrowser } from "./other-browser.ts";

const DRIVER = "WebKitWebDriver";
const SCREEN = "Xvfb";
/** Under which WebDriver hands an element over (W3C WebDriver, "Elements"). */
const ELEMENT = "element-6066-11e4-a52e-4f735466cecf";
const PATIENCE_MS = 15_000;

export const webkit: Kind = {
  engine: "WebKit",
  packages: "webkit2gtk-driver and xvfb",
  // The buttons beside the field for the address need their room.
  narrowest: 450,
  isInstalled: () => findProgram(DRIVER) !== undefined && findProgram(SCREEN) !== undefined,
  open: openWebKit,
};

type Call = <Result>(method: "GET" | "POST" | "DELETE", path: string, body?: object) => Promise<Result>;

async function openWebKit(): Promise<OtherBrowser> {
  const screen = await openScreen();
  const driver = await openDriver(screen.display);
  const close = async () => {
    await end(driver.process);
    await end(screen.process);
  };
  try {
    const session = await driver.call<Session>("POST", "/session", { capabilities: { alwaysMatch: WANTED } });
    return visitor(session, inSession(driver.call, session), close);
  } catch (failure) {
    await close();
    throw failure;
  }
}

const WANTED = { timeouts: { implicit: PATIENCE_MS, pageLoad: PATIENCE_MS, script: PATIENCE_MS } };

interface Session {
  sessionId: string;
  capabilities: { browserName: string; browserVersion: string };
}

function inSession(call: Call, { sessionId }: Session): Call {
  return (method, path, body) => call(method, `/session/${sessionId}${path}`, body);
}

function visitor({ capabilities }: Session, call: Call, close: () => Promise<void>): OtherBrowser {
  const find = async (xpath: string) => {
    const found = await call<Record<string, string>>("POST", "/element", { using: "xpath", value: xpath });
    return `/element/${found[ELEMENT]}`;
  };
  const evaluate = <Result>(expression: string) =>
    call<Result>("POST", "/execute/sync", { script: `return (${expression})`, args: [] });

  return {
    name: `${capabilities.browserName} ${capabilities.browserVersion}`,
    async open(url) {
      await call("POST", "/url", { url });
      for (let tries = 0; tries < 500 && !(await evaluate<boolean>(`(${isAlive})()`)); tries++) await pause(20);
    },
    async resize(width, height) {
      const outer = { width, height };
      // The bars around the page are part of the window, and how wide they are shows only afterwards.
      for (let tries = 0; tries < 3; tries += 1) {
        await call("POST", "/window/rect", outer);
        const inner = await evaluate<{ width: number; height: number }>("({ width: innerWidth, height: innerHeight })");
        outer.width += width - inner.width;
        outer.height += height - inner.height;
      }
    },
    async click(xpath) {
      const place = await find(xpath);
      // Its own scrolling does not wait until a smooth one has ended.
      const script = "arguments[0].scrollIntoView({ behavior: 'instant', block: 'center' })";
      await call("POST", "/execute/sync", { script, args: [{ [ELEMENT]: place.split("/").at(-1) }] });
      await call("POST", `${place}/click`, {});
    },
    async type(text) {
      const focused = await call<Record<string, string>>("GET", "/element/active");
      await call("POST", `/element/${focused[ELEMENT]}/value`, { text });
    },
    async textOf(xpath) {
      return call("GET", `${await find(xpath)}/property/textContent`);
    },
    evaluate,
    picture: async () => Buffer.from(await call<string>("GET", "/screenshot"), "base64"),
    // This driver tells nothing of the console.
    complaints: () => [],
    async close() {
      await call("DELETE", "").finally(close);
    },
  };
}

/** It chooses its own number and says it once it stands. */
async function openScreen(): Promise<{ process: ChildProcess; display: string }> {
  const process = spawn(
    findProgram(SCREEN) ?? SCREEN,
    ["-displayfd", "3", "-screen", "0", "1920x1200x24", "-nolisten", "tcp"],
    {
      stdio: ["ignore", "ignore", "ignore", "pipe"],
    },
  );
  const [said] = (await once(process.stdio[3] as Readable, "data")) as [Buffer];
  return { process, display: `:${String(said).trim()}` };
}

async function openDriver(display: string): Promise<{ process: ChildProcess; call: Call }> {
  const port = await freePort();
  const child = spawn(findProgram(DRIVER) ?? DRIVER, [`--port=${port}`], {
    stdio: "ignore",
    env: { ...process.env, DISPLAY: display, GDK_BACKEND: "x11", LANGUAGE: "de", NO_AT_BRIDGE: "1" },
  });
  const call = caller(`http://127.0.0.1:${port}`);
  await untilReady(call);
  return { process: child, call };
}

function caller(address: string): Call {
  return async <Result>(method: string, path: string, body?: object) => {
    const answer = await fetch(address + path, { method, body: body && JSON.stringify(body) });
    const { value } = (await answer.json()) as { value: Result & { error?: string; message?: string } };
    if (!answer.ok) throw new Error(`WebDriver, ${method} ${path}: ${value.error} ${value.message}`);
    return value;
  };
}

async function untilReady(call: Call): Promise<void> {
  const end = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      await call("GET", "/status");
      return;
    } catch (failure) {
      if (Date.now() > end) throw failure;
      await pause(50);
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill();
  await ended;
}
