import { type LinkProps, Link as RouterLink } from "react-router";

/** A link to another page of the site. Pages are looked up when a link is followed: no page load asks for the list of them. */
export function Link(props: LinkProps) {
  return <RouterLink discover="none" {...props} />;
}
