import type { ReactNode } from "react";
import { petitionConfig } from "../../petition.config.ts";
import { OutLink } from "../frame/out-link.tsx";

/** Tags of texts that lead to the source, and name a file or a command in it. */
export const SOURCE_TAGS = {
  a: (inner: ReactNode) => <OutLink href={petitionConfig.sourceUrl}>{inner}</OutLink>,
  code: (inner: ReactNode) => <code className="wrap-anywhere">{inner}</code>,
};
