import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  useActionData,
  useLoaderData,
} from "react-router";
import { pathIn } from "../../petition/language.ts";
import { factsContext, petitionContext, visitorContext } from "../context.ts";
import { MAIN } from "../frame/use-focus-on-new-page.ts";
import { languageOf, sayIn, Text, useLanguage, useSay } from "../say.tsx";
import { answerWithdrawal } from "../withdrawal/withdraw-action.ts";
import { WithdrawalForm } from "../withdrawal/withdrawal-form.tsx";
import { pageMeta } from "./metadata.ts";

export function loader({ context }: LoaderFunctionArgs) {
  const { deleteBy, publicUrl } = context.get(factsContext);
  return { deleteBy, publicUrl };
}

/** Deleting without the page's script. */
export async function action({ request, context }: ActionFunctionArgs) {
  const visitor = context.get(visitorContext);
  const tools = { petition: context.get(petitionContext), visitor, say: sayIn(visitor.language) };
  return answerWithdrawal(tools, await request.formData());
}

export const meta: MetaFunction<typeof loader> = ({ loaderData, location }) => {
  if (!loaderData) return [];
  const language = languageOf(location.pathname);
  const say = sayIn(language);
  const title = `${say("withdrawal.meta.title")} – ${say("frame.name")}`;
  const description = say("withdrawal.meta.description");
  return pageMeta({ language, path: "/widerruf", title, description, noindex: true, publicUrl: loaderData.publicUrl });
};

export default function Withdrawal() {
  const { deleteBy } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const say = useSay();
  const language = useLanguage();
  return (
    <main id={MAIN} className="wrap list-page">
      <h1>{say("withdrawal.title")}</h1>
      <p className="mt-5 text-step-1 leading-snug">
        <Text of={`withdrawal.lede.${deleteBy}`} />
      </p>
      <div className="mt-8 grid gap-x-16 gap-y-10 lg:grid-cols-[minmax(0,28rem)_minmax(0,1fr)]">
        <section aria-label={say("withdrawal.form.title")} className="self-start border border-hair bg-sheet p-5 sm:p-7">
          <WithdrawalForm deleteBy={deleteBy} answer={answer ?? null} />
        </section>
        <section aria-labelledby="what">
          <h2 id="what" className="text-step-2">
            {say("withdrawal.what.title")}
          </h2>
          <ul className="mt-3 list-disc pl-6 marker:text-line">
            {(["signature", "pending", "list"] as const).map((part) => (
              <li className="py-1 pl-1" key={part}>
                <Text of={`withdrawal.what.${part}`} />
              </li>
            ))}
          </ul>
          <p className="mt-4 font-semibold">{say("withdrawal.what.count")}</p>
          <p className="mt-4">
            <Text of="withdrawal.what.receipt" />
          </p>
          <p className="mt-4">
            <a href={pathIn(language, "/datenschutz")}>{say("withdrawal.form.privacy")}</a>
          </p>
        </section>
      </div>
    </main>
  );
}
