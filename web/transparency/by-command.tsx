import type { ReactNode } from "react";
import { pageIn } from "../../petition/addresses.ts";
import { Text, useLanguage } from "../translation.tsx";
import { Copyable } from "./copyable.tsx";
import { SOURCE_TAGS } from "./source-link.tsx";

/** For whoever trusts no script of ours, or has none. */
export function ByCommand({ site }: { site: string }) {
  const language = useLanguage();
  // A page without a script of ours: it is loaded as a whole.
  const toCalls = (inner: ReactNode) => <a href={pageIn(language, "developers")}>{inner}</a>;
  const command = `npm run petition -- log verify ${site}`;
  return (
    <>
      <p className="mt-4">
        <Text of="transparency.command.text" tags={SOURCE_TAGS} />
      </p>
      <Copyable text={command} />
      <p className="mt-4">
        <Text of="transparency.command.receipt" tags={SOURCE_TAGS} />
      </p>
      <Copyable text={`${command} --receipt beleg.json`} />
      <p className="source mt-4">
        <Text of="transparency.command.formats" tags={SOURCE_TAGS} />
      </p>
      <p className="source">
        <Text of="transparency.command.calls" tags={{ calls: toCalls }} />
      </p>
    </>
  );
}
