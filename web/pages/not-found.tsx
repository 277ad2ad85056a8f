import { data } from "react-router";
import { learnLanguage, sayIn } from "../catalogues.ts";
import { NotFound } from "../frame/not-found.tsx";

/** English, whatever the address (specification, section 2). */
export function loader() {
  return data(null, { status: 404 });
}

export async function clientLoader() {
  await learnLanguage("en");
  return null;
}

export function meta() {
  const say = sayIn("en");
  return [{ title: `404: ${say("errors.notFound.title")} ${say("frame.name")}` }, { name: "robots", content: "noindex" }];
}

export default function Page() {
  return <NotFound />;
}
