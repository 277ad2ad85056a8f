/** What fails, lasts too long or comes too fast is dropped: no visitor waits. The provider learns nothing of the visitor. */
import type { Analytics } from "../../platform/config/kinds.ts";
import type { PageEvent } from "./event.ts";

const TIME_OUT = 3000;
/** Events under way at once; more are dropped. */
const AT_ONCE = 20;

/** Two of the providers refuse calls without one that looks like a browser's. The same for everybody. */
const USER_AGENT = "Mozilla/5.0 (X11; Linux x86_64) Petition/1.0";

export type Provider = Extract<Analytics, { address: string }>;

export interface Feed {
  send(event: PageEvent): void;
  settled(): Promise<void>;
}

export function feed(provider: Provider, publicUrl: () => string): Feed {
  const underWay = new Set<Promise<void>>();
  return {
    send(event) {
      if (underWay.size >= AT_ONCE) return;
      const sending = hand(provider, event, publicUrl()).finally(() => underWay.delete(sending));
      underWay.add(sending);
    },
    async settled() {
      await Promise.all(underWay);
    },
  };
}

async function hand(provider: Provider, event: PageEvent, publicUrl: string): Promise<void> {
  try {
    const { body, ...rest } = requestFor(provider, event, publicUrl);
    const headers = { ...rest.headers, "user-agent": USER_AGENT };
    const answer = await fetch(rest.address, {
      method: "POST",
      headers,
      body,
      redirect: "error",
      signal: AbortSignal.timeout(TIME_OUT),
    });
    await answer.body?.cancel();
  } catch {
    // Dropped: a number less is no loss.
  }
}

interface Outgoing {
  address: string;
  headers: Record<string, string>;
  body: string;
}

function requestFor({ to, address }: Provider, event: PageEvent, publicUrl: string): Outgoing {
  const { hostname } = new URL(publicUrl);
  const url = publicUrl + event.path;
  const about = { petition: event.petition, language: event.language, ...(event.target && { target: event.target }) };
  switch (to) {
    case "plausible":
      return json(address, { name: event.event, url, domain: hostname, props: about });
    case "umami": {
      const bare = new URL(address);
      const website = bare.searchParams.get("website");
      bare.search = "";
      const payload = { website, hostname, url: event.path, language: event.language, name: event.event, data: about };
      return json(bare.href, { type: "event", payload });
    }
    case "matomo": {
      const bare = new URL(address);
      const form = new URLSearchParams({
        ...{ idsite: bare.searchParams.get("idsite") ?? "", rec: "1", apiv: "1", send_image: "0", ca: "1" },
        ...{ url, lang: event.language, e_c: event.petition, e_a: event.event, e_n: event.target ?? event.language },
      });
      bare.search = "";
      const headers = { "content-type": "application/x-www-form-urlencoded" };
      return { address: bare.href, headers, body: form.toString() };
    }
  }
}

function json(address: string, content: object): Outgoing {
  return { address, headers: { "content-type": "application/json" }, body: JSON.stringify(content) };
}
