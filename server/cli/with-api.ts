import { type AdminApi, NotDone } from "./command.ts";

export async function withApi(
  environment: NodeJS.ProcessEnv,
  ask: (api: AdminApi, signal: AbortSignal) => Promise<void>,
): Promise<void> {
  const signal = interruption();
  const { openApi } = await import("./admin-api.ts");
  const api = await openApi(environment);
  try {
    await ask(api, signal);
  } catch (failure) {
    throw signal.aborted ? signal.reason : failure;
  } finally {
    await api.close();
  }
}

/** The first signal lets the command tidy up; a second one ends it at once. */
export function interruption(): AbortSignal {
  const interrupted = new AbortController();
  for (const signal of ["SIGINT", "SIGTERM"] as const)
    process.on(signal, () => {
      if (interrupted.signal.aborted) process.exit(1);
      interrupted.abort(new NotDone("Interrupted."));
    });
  return interrupted.signal;
}
