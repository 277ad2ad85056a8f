import { TOTAL_HEADER } from "../../petition/export.ts";
import type { Download } from "./calls.ts";
import { NotDone } from "./command.ts";

export function describedBy(header: (name: string) => string | null): Pick<Download, "name" | "total"> {
  const name = /filename="([\w.-]+)"/.exec(header("content-disposition") ?? "")?.[1] ?? "signatures";
  return { name, total: Number(header(TOTAL_HEADER) ?? 0) };
}

export function notDone(status: number, body: string): NotDone {
  if (status === 401)
    return new NotDone("The site does not take this key: ADMIN_KEY, or else DATA_DIR/admin-key, must be the one it has.");
  return new NotDone(sentenceIn(body) ?? `The site answers ${status}.`);
}

function sentenceIn(body: string): string | null {
  try {
    const { message } = JSON.parse(body) as { message?: unknown };
    return typeof message === "string" ? message : null;
  } catch {
    return null;
  }
}
