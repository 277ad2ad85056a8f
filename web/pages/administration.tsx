import { useState } from "react";
import type { PageHandle } from "../../contract/page.ts";
import type { Opened } from "../administration/ask.ts";
import { Login } from "../administration/login.tsx";
import { learnBeyondHome } from "../beyond-home.ts";
import { unlistedPage } from "./metadata.ts";

await learnBeyondHome();

/** Without the key it is the same for everybody: rendered once, it is available under load, too. */
export const handle: PageHandle = { alone: true, isPublic: true };
export const headers = () => ({ "cache-control": "private, no-store" });

export const meta = unlistedPage("administration", { title: "login.meta.title", description: "login.meta.description" });

/** The key is kept in this state only: it is gone with the page. */
export default function Admin() {
  const [opened, setOpened] = useState<Opened | null>(null);
  const [refusal, setRefusal] = useState<string | null>(null);

  function leave(reason: string | null): void {
    setOpened(null);
    setRefusal(reason);
  }

  if (!opened) return <Login refusal={refusal} onOpened={setOpened} />;
  const { Administration, ask, stats } = opened;
  return <Administration ask={ask} given={stats} onLeave={leave} />;
}
