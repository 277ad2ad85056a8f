import { data } from "react-router";
import { NOWHERE_LANGUAGE } from "../../petition/language.ts";
import { translatorFor } from "../catalogues.ts";
import { NotFound } from "../frame/not-found.tsx";

export function loader() {
  return data(null, { status: 404 });
}

export function meta() {
  const t = translatorFor(NOWHERE_LANGUAGE);
  return [{ title: `404: ${t("errors.notFound.title")} ${t("frame.name")}` }, { name: "robots", content: "noindex" }];
}

export default function Page() {
  return <NotFound />;
}
