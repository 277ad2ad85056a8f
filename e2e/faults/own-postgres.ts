import { type PostgresServer, startPostgres } from "../../server/testing/postgres-server.ts";
import { type LoadedSite, underLoad } from "./under-load.ts";

/** With its end both are gone. */
export interface OnItsOwn extends AsyncDisposable {
  postgres: PostgresServer;
  site: LoadedSite;
}

/** A site under load on a PostgreSQL that serves nobody else, so that anything may happen to it. `within`: where its files are to lie. */
export async function onOwnPostgres({ within }: { within?: string } = {}): Promise<OnItsOwn> {
  await using opened = new AsyncDisposableStack();
  const postgres = await startPostgres({ durable: true, within });
  opened.defer(() => postgres.remove());
  const site = opened.use(await underLoad({ engine: "server", databaseUrl: postgres.url }));
  const both = opened.move();
  return { postgres, site, [Symbol.asyncDispose]: () => both.disposeAsync() };
}
