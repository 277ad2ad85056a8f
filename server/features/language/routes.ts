import type { FastifyInstance, FastifyReply } from "fastify";
import { LANGUAGE_FORM, ownPath, pageIn, translatePath } from "../../../petition/addresses.ts";
import { acceptedLanguage, DEFAULT_LANGUAGE, isLanguage, type Language } from "../../../petition/language.ts";
import { chosenLanguage } from "../../platform/visitor.ts";

const COOKIE_LIFETIME = 365 * 24 * 60 * 60;

export function languageRoutes(app: FastifyInstance, { isSecure }: { isSecure: boolean }): void {
  app.get("/language/preference", (request, reply) =>
    reply.header("cache-control", "private, no-store").send({
      detectedLanguage: acceptedLanguage(request.headers["accept-language"]) ?? DEFAULT_LANGUAGE,
      hasCookie: chosenLanguage(request) !== null,
    }),
  );

  app.post<{ Body: { lang?: unknown; redirectTo?: unknown } | null }>("/language/switch", (request, reply) => {
    const { lang, redirectTo } = request.body ?? {};
    if (!isLanguage(lang)) throw Object.assign(new Error(), { statusCode: 400 });
    rememberLanguage(reply, lang, isSecure);
    return reply.header("cache-control", "private, no-store").send({ redirectTo: targetIn(lang, redirectTo) });
  });
}

export function languageFormRoute(site: FastifyInstance, { isSecure }: { isSecure: boolean }): void {
  site.post(LANGUAGE_FORM, (request, reply) => {
    const form = new URLSearchParams(Buffer.isBuffer(request.body) ? request.body.toString("utf8") : "");
    const lang = form.get("lang");
    if (!isLanguage(lang)) return reply.redirect("/", 303);
    rememberLanguage(reply, lang, isSecure);
    return reply.header("cache-control", "private, no-store").redirect(targetIn(lang, form.get("redirectTo")), 303);
  });
}

function targetIn(language: Language, redirectTo: unknown): string {
  const path = ownPath(redirectTo);
  const target = path === null ? pageIn(language, "home") : translatePath(path, language);
  // A prefix that is cut off must not leave an address of another host behind: `/en//evil.example`.
  return ownPath(target) ?? pageIn(language, "home");
}

function rememberLanguage(reply: FastifyReply, language: Language, isSecure: boolean): void {
  reply.setCookie("language", language, { path: "/", maxAge: COOKIE_LIFETIME, sameSite: "lax", secure: isSecure });
}
