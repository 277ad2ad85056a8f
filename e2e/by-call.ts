/** Signing and confirming without a browser, of any process of the site. */
import type { CaptchaChallenge } from "../contract/signing.ts";
import type { Inbox } from "../server/testing/inbox.ts";
import type { Person } from "../server/testing/people.ts";
import { solved } from "../server/testing/sum.ts";

export async function ask<Body>(url: string, path: string): Promise<Body> {
  return (await answered(fetch(url + path))).json() as Promise<Body>;
}

export async function sign(url: string, person: Person): Promise<void> {
  const challenge = await ask<CaptchaChallenge>(url, "/api/captcha");
  await post(url, "/api/petition/sign", { ...person, gdprConsent: true, ...solved(challenge) });
}

/** Follows the link of the first e-mail. */
export async function confirm(url: string, person: Person, inbox: Inbox): Promise<void> {
  const [letter] = await inbox.waitFor(person.email);
  const link = letter?.links.find((one) => one.includes("/confirm?")) ?? "";
  await ask(url, `/api/petition/confirm/${new URL(link).searchParams.get("token")}`);
}

export async function withdraw(url: string, { email }: Person): Promise<void> {
  await post(url, "/api/petition/delete", { email, confirmDeletion: true });
}

async function post(url: string, path: string, body: unknown): Promise<void> {
  const headers = { "content-type": "application/json" };
  await answered(fetch(url + path, { method: "POST", headers, body: JSON.stringify(body) }));
}

/** Throws where it is refused. */
async function answered(answer: Promise<Response>): Promise<Response> {
  const response = await answer;
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}: ${await response.text()}`);
  return response;
}
