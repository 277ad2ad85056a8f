import type { ReactNode } from "react";
import { Unfilled } from "../design/unfilled.tsx";
import { isOpen } from "../filled-in.ts";

interface MailLinkProps {
  address: string;
  query?: string;
  children?: ReactNode;
}

/** An invented address is no link: what somebody writes to it reaches nobody. `query`: what the e-mail begins with. */
export function MailLink({ address, query = "", children = address }: MailLinkProps) {
  return isOpen(address) ? <Unfilled>{children}</Unfilled> : <a href={`mailto:${address}${query}`}>{children}</a>;
}
