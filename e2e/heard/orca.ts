/** Debian's Firefox on a screen that nobody sees, and Orca, which writes down what it would say. */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Readable } from "node:stream";
import { setTimeout as pause } from "node:timers/promises";
import puppeteer, { type Page } from "puppeteer-core";
import type { Language } from "../../petition/language.ts";
import { firefoxOptions } from "../firefox.ts";
import { findProgram } from "../other-browser.ts";

export interface Orca {
  page: Page;
  /** As xdotool names keys. */
  press(key: string): void;
  type(text: string): void;
  /** What was said since the last time, once `until` was, or nothing of the kind in half a minute, and it is silent. */
  heard(until?: string): Promise<string[]>;
  close(): Promise<void>;
}

const PROGRAMS = [["orca"], ["firefox-esr", "firefox"], ["Xvfb"], ["xdotool"], ["dbus-daemon"]];
const SILENCE = 1_500;

const FIREFOX = { "browser.translations.enable": false, "layout.css.visited_links_enabled": false };

export function missingPrograms(): string[] {
  return PROGRAMS.filter((names) => !findProgram(...names)).map(([name = ""]) => name);
}

export async function openOrca(language: Language): Promise<Orca> {
  const home = mkdtempSync(join(tmpdir(), "petition-orca-"));
  const said = join(home, "said");
  writeFileSync(said, "");
  mkdirSync(join(home, ".local/share/orca"), { recursive: true });
  const ours = new URL("orca-customizations.py", import.meta.url);
  copyFileSync(ours, join(home, ".local/share/orca/orca-customizations.py"));

  const started: ChildProcess[] = [];
  function start(command: string, args: string[], env: NodeJS.ProcessEnv): ChildProcess {
    const child = spawn(command, args, { env, stdio: ["ignore", "pipe", "ignore", "pipe"] });
    started.push(child);
    return child;
  }
  const { PATH } = process.env;
  const screen = start("Xvfb", ["-displayfd", "3", "-screen", "0", "1280x1000x24", "-nolisten", "tcp"], { PATH });
  const desktop = {
    PATH,
    HOME: home,
    XDG_RUNTIME_DIR: home,
    DISPLAY: `:${await firstLine(screen.stdio[3] as Readable)}`,
    LANG: "C.UTF-8",
    LANGUAGE: language,
    GNOME_ACCESSIBILITY: "1",
    MOZ_ENABLE_WAYLAND: "0",
    ORCA_SAYS: said,
  };
  const bus = start("dbus-daemon", ["--session", "--nofork", "--print-address=1"], desktop);
  const env = { ...desktop, DBUS_SESSION_BUS_ADDRESS: await firstLine(bus.stdout as Readable) };
  start("orca", ["--disable=braille"], env);
  const written = () => readFileSync(said, "utf8");
  for (let tries = 0; tries < 600 && written() === ""; tries++) await pause(100);
  if (written() === "") throw new Error("Orca says nothing");
  const { extraPrefsFirefox, ...options } = firefoxOptions();
  const browser = await puppeteer.launch({
    ...options,
    headless: false,
    env,
    defaultViewport: null,
    extraPrefsFirefox: { ...extraPrefsFirefox, ...FIREFOX, "intl.accept_languages": language },
  });
  const [page = await browser.newPage()] = await browser.pages();

  let past = 0;
  const orca: Orca = {
    page,
    press: (key) => execFileSync("xdotool", ["key", key], { env }),
    type: (text) => execFileSync("xdotool", ["type", "--delay", "30", text], { env }),
    async heard(until = "") {
      for (let tries = 0; tries < 300 && !written().slice(past).includes(until); tries++) await pause(100);
      let all = "";
      while (all !== written()) {
        all = written();
        await pause(SILENCE);
      }
      const lines = all.slice(past).split("\n").filter(Boolean);
      past = all.length;
      return lines.map((line) => JSON.parse(line)).map(({ text, language }) => (language ? `(${language}) ${text}` : text));
    },
    async close() {
      await browser.close();
      for (const child of started.reverse()) child.kill();
      await pause(500);
      rmSync(home, { recursive: true, force: true });
    },
  };
  // From the field of the address into the page.
  await orca.heard();
  orca.press("F6");
  await orca.heard();
  return orca;
}

function firstLine(from: Readable): Promise<string> {
  return new Promise((resolve, reject) => {
    from.once("data", (data: Buffer) => resolve(String(data).trim()));
    from.once("end", () => reject(new Error("The screen or the bus has ended")));
  });
}
