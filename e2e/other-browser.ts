/** What a journey needs of a browser that Playwright cannot drive as its makers ship it. */
import { accessSync, constants } from "node:fs";
import { join } from "node:path";

export interface OtherBrowser {
  /** As it names itself, with its version. */
  name: string;
  open(url: string): Promise<void>;
  /** Of the page's own window, in pixels. */
  resize(width: number, height: number): Promise<void>;
  /** In the middle of the place that `xpath` finds, once it is there. */
  click(xpath: string): Promise<void>;
  /** Into what has the focus. */
  type(text: string): Promise<void>;
  textOf(xpath: string): Promise<string>;
  evaluate<Result>(expression: string): Promise<Result>;
  picture(): Promise<Buffer>;
  /** What the browser complained of since it was opened, as far as it tells. */
  complaints(): string[];
  close(): Promise<void>;
}

export interface Kind {
  engine: string;
  /** Of Debian. */
  packages: string;
  /** How narrow its window can be made, in pixels; 360 where it has no limit. */
  narrowest: number;
  isInstalled(): boolean;
  open(): Promise<OtherBrowser>;
}

/** Says what is not tested where it is not. */
export function isInstalled(kind: Kind): boolean {
  if (kind.isInstalled()) return true;
  console.warn(`NOT TESTED IN ${kind.engine.toUpperCase()}: it is not installed; Debian's ${kind.packages} would bring it.`);
  return false;
}

/** For a browser to run. A page that is left before is still fetching its modules, and Firefox complains of each. */
export function isAlive(): boolean {
  if (!document.querySelector('script[type="module"]')) return document.readyState === "complete";
  const root = Object.keys(document).find((name) => name.startsWith("__reactContainer$"));
  return root !== undefined && Reflect.get(document, root).stateNode.current.memoizedState.isDehydrated === false;
}

/** Of the first that is installed. */
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
