/** Between transactions a pooler hands our connection's statements to another server process, which has never heard their names. */
import type pg from "pg";

const behindPooler = new WeakSet<pg.ClientBase>();

/** A pooler tells a process id of its own. */
export async function lookForPooler(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  if (rows[0]?.pid !== (client as unknown as { processID: number }).processID) behindPooler.add(client);
}

/** False before {@link lookForPooler} has seen the connection. */
export function isBehindPooler(client: pg.ClientBase): boolean {
  return behindPooler.has(client);
}
