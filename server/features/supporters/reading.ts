/** How much of the list a source may read: more than a reader wants, less than a copy of the list needs. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { PAGES, pathIn, splitPath } from "../../../petition/addresses.ts";
import type { Seconds } from "../../../petition/duration.ts";
import { DEFAULT_LANGUAGE } from "../../../petition/language.ts";
import { inWideNetwork } from "../../../petition/networks.ts";
import { orElse } from "../../../petition/or-else.ts";
import { isDeepInList, SUPPORTERS_PER_PAGE } from "../../../petition/supporters.ts";
import type { Clock } from "../../platform/clock.ts";
import type { RateLimit } from "../../platform/config/kinds.ts";
import { ASKED_EACH_TIME } from "../../platform/http/answers.ts";
import { makeRateSketch } from "../../platform/limits/rate-sketch.ts";
import { countRefusal } from "../../platform/metrics/counters.ts";
import { chosenLanguage, networkOf, type Source, visitorOf, wideNetworkOf } from "../../platform/visitor.ts";

export type Reading = ReturnType<typeof makeReading>;

export function makeReading({ clock, limit: { attempts, window } }: { clock: Clock; limit: RateLimit }) {
  const sketch = makeRateSketch({ clock, window });

  function take({ limited, address }: Source, pageSize: number): number | null {
    if (!limited) return null;
    const pages = Math.ceil(pageSize / SUPPORTERS_PER_PAGE);
    return (
      sketch.take(networkOf(address), attempts, pages) ?? sketch.take(wideNetworkOf(address), inWideNetwork(attempts), pages)
    );
  }

  return {
    count(source: Source, pageSize: number): Seconds | null {
      const wait = take(source, pageSize);
      if (wait !== null) countRefusal("reading-limit");
      return wait;
    },
    admits: (source: Source, pageSize: number) => take(source, pageSize) === null,
  };
}

/** Pages of the list say so in their text, too; what pages of earlier releases fetch has no text to say it in, and the home page's holds names as well. */
export function keepNamesFromSearch(site: FastifyInstance): void {
  site.addHook("onRequest", async (request, reply) => {
    const isData = plainPath(request.url).endsWith(".data");
    if (isData || listPageIn(request.url) !== null) reply.header("x-robots-tag", "noindex");
  });
}

export function limitListPages(site: FastifyInstance, reading: Reading): void {
  const refused = new WeakMap<FastifyRequest, number>();

  site.addHook("onRequest", async (request, reply) => {
    const page = listPageIn(request.url);
    if (page === null || !isDeepInList(page, SUPPORTERS_PER_PAGE)) return;
    reply.header("cache-control", ASKED_EACH_TIME);
    const wait = reading.count(visitorOf(request), SUPPORTERS_PER_PAGE);
    if (wait === null) return;
    const [path = ""] = request.url.split("?");
    if (path.endsWith(".data")) return sendRefusal(reply, wait).type("text/plain; charset=utf-8").send("Too many pages");
    refused.set(request, wait);
    const language = splitPath(path).prefix ?? chosenLanguage(request) ?? DEFAULT_LANGUAGE;
    request.raw.url = pathIn(language, PAGES.tooManyPages);
    delete request.raw.headers["if-none-match"];
  });

  site.addHook("onSend", async (request, reply, page) => {
    const wait = refused.get(request);
    if (wait !== undefined) sendRefusal(reply, wait).removeHeader("etag");
    return page;
  });
}

function sendRefusal(reply: FastifyReply, wait: number): FastifyReply {
  return reply.code(429).header("retry-after", wait).header("cache-control", "no-store");
}

/** As generously as any router may read it (percent-encoding, dot segments, letter case, slashes). Null where it is not the list. */
export function listPageIn(address: string): number | null {
  const found = /unterstuetzer[/\\]+seite[/\\]+(\d{1,20})/i.exec(plainPath(address));
  return found ? Number(found[1]) : null;
}

function plainPath(address: string): string {
  return orElse(() => decodeURIComponent(new URL(address, "http://here").pathname), address);
}
