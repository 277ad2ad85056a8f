/** What a journey needs of a browser that Playwright cannot drive as its makers ship it. */
import { accessSync, constants } from "node:fs";
import { join } from "node:path";

export interface OtherBrowser {
  /** As it names itself, with its version. */
  name: string;
  /** Ends when the page has loaded. */
  open(url: string): Promise<void>;
  /** The size of the page's own window, in pixels. */
  resize(width: number, height: number): Promise<void>;
  /** Waits for the place, then presses the mouse button in its middle. `xpath` finds it. */
  click(xpath: string): Promise<void>;
  /** Types into what has the focus. */
  type(text: string): Promise<void>;
  /** The text of a place, once it is there. */
  textOf(xpath: string): Promise<string>;
  /** What a script expression gives on the page. */
  evaluate<Result>(expression: string): Promise<Result>;
  /** A PNG of what the window shows. */
  picture(): Promise<Buffer>;
  /** What the browser complained of since it was opened, as far as it tells. */
  complaints(): string[];
  close(): Promise<void>;
}

export interface Kind {
  engine: string;
  /** The packages of Debian that bring it. */
  packages: string;
  /** How narrow its window can be made, in pixels; 360 where it has no limit. */
  narrowest: number;
  isInstalled(): boolean;
  open(): Promise<OtherBrowser>;
}

/** The path of the first of these programs that is installed. */
export function findProgram(...names: string[]): string | undefined {
  const folders = (process.env.PATH ?? "").split(":");
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable);
}

function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
