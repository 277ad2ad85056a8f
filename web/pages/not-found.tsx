import { data } from "react-router";
import { loadLanguage, translatorFor } from "../catalogues.ts";
import { NotFound } from "../frame/not-found.tsx";

/** English, whatever the address. */
export function loader() {
  return data(null, { status: 404 });
}

export async function clientLoader() {
  await loadLanguage("en");
  return null;
}

export function meta() {
  const t = translatorFor("en");
  return [{ title: `404: ${t("errors.notFound.title")} ${t("frame.name")}` }, { name: "robots", content: "noindex" }];
}

export default function Page() {
  return <NotFound />;
}
