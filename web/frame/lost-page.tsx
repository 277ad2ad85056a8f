import type { ReactNode } from "react";
import { MAIN } from "./main.ts";

export function LostPage({ above, title, text, ways }: { above?: ReactNode; title: string; text: string; ways: ReactNode }) {
  return (
    <main id={MAIN} className="lost">
      <span className="lost-seal iris" aria-hidden="true" />
      <div className="wrap">
        {above}
        <h1>{title}</h1>
        <p>{text}</p>
        <div className="act">{ways}</div>
      </div>
    </main>
  );
}
