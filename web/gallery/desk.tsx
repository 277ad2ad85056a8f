import type { ReactNode } from "react";
import { askWith } from "../administration/ask.ts";
import { ServerState } from "../administration/server-state.tsx";

/** What asks with the administrator's key; what it is answered stands in the state's `answers`. */
export function Desk({ children }: { children: ReactNode }) {
  return (
    <ServerState ask={askWith("gallery")} onLockedOut={() => {}}>
      {children}
    </ServerState>
  );
}
