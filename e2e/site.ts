import { runningClock } from "../server/testing/clock.ts";
import type { Engine } from "../server/testing/databases.ts";
import { type House, type HouseOptions, openHouse } from "../server/testing/house.ts";
import type { Person } from "../server/testing/people.ts";

export interface WalkedSite extends House {
  /** As links in e-mails name it. */
  address: string;
  /** Of the latest e-mail, once `count` of them have arrived. */
  linksFor(email: string, count?: number): Promise<string[]>;
}

export async function openWalkedSite(
  engine: Engine,
  settings: Record<string, string> = {},
  options: Pick<HouseOptions, "handover"> = {},
): Promise<WalkedSite> {
  const house = await openHouse(engine, settings, { ...options, clock: runningClock() });
  house.site.publicLog.start();
  return {
    ...house,
    address: house.url.replace("127.0.0.1", "localhost"),
    async linksFor(email, count = 1) {
      const letters = await house.inbox.waitFor(email, count);
      return letters.at(-1)?.links ?? [];
    },
  };
}

/** With a mailbox that no other test uses. */
export function anew(person: Person): Person {
  mailboxes += 1;
  const [name, domain] = person.email.split("@");
  return { ...person, email: `${name}.${mailboxes}@${domain}` };
}

let mailboxes = 0;
