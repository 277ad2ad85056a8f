/** Events that fail, take too long or come too fast are dropped. The provider learns nothing about the visitor. */
import type { ToldEvent } from "../../../contract/analytics.ts";
import type { Analytics } from "../../platform/config/kinds.ts";

const TIME_OUT = 3000;
const AT_ONCE = 20;

/** Two of the providers refuse calls without one that looks like a browser's. The same for everybody. */
const USER_AGENT = "Mozilla/5.0 (X11; Linux x86_64) Petition/1.0";

type Provider = Extract<Analytics, { address: string }>;

export function feed(provider: Provider, publicUrl: () => string) {
  const underWay = new Set<Promise<void>>();
  return {
    send(event: ToldEvent): void {
      if (underWay.size >= AT_ONCE) return;
      const sending = hand(provider, event, publicUrl()).finally(() => underWay.delete(sending));
      underWay.add(sending);
    },
    async settled(): Promise<void> {
      await Promise.all(underWay);
    },
  };
}

async function hand(provider: Provider, event: ToldEvent, publicUrl: string): Promise<void> {
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
    // Dropped.
  }
}

interface Outgoing {
  address: string;
  headers: Record<string, string>;
  body: string;
}

function requestFor({ to, address }: Provider, event: ToldEvent, publicUrl: string): Outgoing {
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
