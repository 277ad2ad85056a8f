/** The server as systemd starts it: at sockets that stay while the process behind them is another one. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { ownEnvironment, ROOT, START } from "./process.ts";

export interface KeptServer {
  url: string;
  /** Ends the process by SIGTERM; resolves once the next one is open. Throws what was said where it ended with another exit code than 0. */
  restart(): Promise<void>;
  end(): Promise<void>;
}

/** As many as `deploy/petition@.socket` names would be others; here one stands for all. */
const SOCKETS = 4;

/** Holds the sockets, accepts nothing, and says each process id and each exit code. The number that systemd sets has to be the server's own. */
const KEEPER = `while :; do
  sh -c 'echo "process $$"; LISTEN_PID=$$ LISTEN_FDS=${SOCKETS} exec "$@" 2>&1' server "$@"
  echo "ended $?"
done`;

/** At a free port of loopback; resolves once it is open. */
export async function startKept(settings: Record<string, string | undefined>): Promise<KeptServer> {
  const socket = createServer().listen(0, "127.0.0.1");
  await once(socket, "listening");
  const { port } = socket.address() as AddressInfo;
  // Left out by the types of Node.js.
  const { fd } = (socket as unknown as { _handle: { fd: number } })._handle;
  const keeper = spawn("sh", ["-c", KEEPER, "keeper", ...START], {
    cwd: ROOT,
    env: { ...ownEnvironment(), PORT: String(port), ...settings },
    stdio: ["ignore", "pipe", "ignore", ...Array<number>(SOCKETS).fill(fd)],
  });
  socket.close();
  let said = "";
  let isGone = false;
  const news = new EventTarget();
  keeper.stdout?.setEncoding("utf8").on("data", (text: string) => {
    said += text;
    news.dispatchEvent(new Event("said"));
  });
  keeper.once("close", () => {
    isGone = true;
    news.dispatchEvent(new Event("said"));
  });
  const all = (line: RegExp) => [...said.matchAll(line)].map(([, found = ""]) => Number(found));
  const processes = () => all(/^process (\d+)$/gm);
  const codes = () => all(/^ended (\d+)$/gm);
  const openings = () => said.match(/^The petition is open at .+$/gm)?.length ?? 0;
  const until = async (isSo: () => boolean) => {
    while (!isSo()) {
      if (isGone || codes().some((code) => code !== 0)) throw new Error(said);
      await once(news, "said");
    }
  };
  const tell = (signal: NodeJS.Signals) => {
    const pid = processes().at(-1);
    if (pid !== undefined) process.kill(pid, signal);
  };
  const killAll = () => {
    keeper.kill("SIGKILL");
    try {
      tell("SIGKILL");
    } catch {
      // It had ended before.
    }
  };
  process.once("exit", killAll);
  await until(() => openings() > 0);
  return {
    url: `http://127.0.0.1:${port}`,
    async restart() {
      const before = openings();
      tell("SIGTERM");
      await until(() => openings() > before);
    },
    async end() {
      process.off("exit", killAll);
      const closed = once(keeper, "close");
      keeper.kill("SIGKILL");
      tell("SIGTERM");
      // The last holder of the keeper's output is the server.
      await closed;
    },
  };
}
