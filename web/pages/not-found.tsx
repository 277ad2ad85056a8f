import { data } from "react-router";
import { NotFound } from "../frame/lost-page.tsx";
import type { Meta } from "../runtime/page-state.tsx";

export function loader() {
  return data(null, { status: 404 });
}

export const meta: Meta<typeof loader> = ({ t }) => [
  { title: `404: ${t("errors.notFound.title")} ${t("frame.name")}` },
  { name: "robots", content: "noindex" },
];

export default function Page() {
  return <NotFound />;
}
