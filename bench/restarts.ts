import { type KeptServer, startKept } from "../server/testing/kept-server.ts";
import { crowd } from "../server/testing/people.ts";
import { solved } from "../server/testing/sum.ts";
import type { Chapter } from "./figure.ts";
import { BEHIND_PROXY, type Ground } from "./ground.ts";
import { type Latency, latencyOf } from "./latency.ts";
import { freePort, handedOut, installedNginx, startNginx, versionOfNginx } from "./nginx.ts";
import { openWire } from "./wire.ts";

const FULL = { requests: 100_000, restarts: 12 };
const QUICK = { requests: 2_000, restarts: 2 };
const HANDS = 40;
/** Each so-manieth sum becomes a signature. */
const FORMS = 10;

/** Two processes behind nginx as in `deploy/nginx.conf`, started anew in turn while they are asked: what of it anybody notices. */
export async function measureRestarts(ground: Ground): Promise<Chapter> {
  const program = installedNginx();
  const title = "Started anew under load";
  if (program === null) return { title, figures: [{ what: "nginx is not installed: not measured" }] };
  const settings = {
    ...BEHIND_PROXY,
    DATA_DIR: ground.folder("restarts"),
    DATABASE_URL: await ground.newDatabase("bench_restarts"),
    SHUTDOWN_GRACE: "4s",
  };
  const servers = [await startKept(settings), await startKept(settings)];
  const port = await freePort();
  const folder = ground.folder("nginx-restarts");
  const nginx = await startNginx(program, { folder, port, http: handedOut({ sites: servers, port, folder }) });
  try {
    const { requests, restarts } = ground.isQuick ? QUICK : FULL;
    const { asked, errors, latency } = await askWhile(`http://127.0.0.1:${port}`, requests, () =>
      restartInTurn(servers, restarts),
    );
    for (const error of errors.slice(0, 10)) console.log(error);
    return {
      title: `${title}, behind ${versionOfNginx(program)}`,
      figures: [
        { what: "processes ended and begun", amount: restarts },
        { what: "requests meanwhile, a tenth of them forms", amount: asked, latency },
        { what: "errors", amount: errors.length, goal: { of: "amount", most: 0 } },
      ],
    };
  } finally {
    await nginx.end();
    for (const server of servers) await server.end();
  }
}

async function restartInTurn(servers: KeptServer[], times: number): Promise<void> {
  for (let turn = 0; turn < times; turn++) await servers[turn % servers.length]?.restart();
}

interface Asked {
  asked: number;
  errors: string[];
  latency: Latency;
}

/** At least so many requests, and until `act` is done. Any answer but 200 is an error, and so is none. */
async function askWhile(url: string, least: number, act: () => Promise<void>): Promise<Asked> {
  const errors: string[] = [];
  const times: number[] = [];
  let isDone = false;
  const people = crowd(least, "anew").values();
  const hand = async (number: number) => {
    const wire = openWire(url);
    const ask = async (request: string): Promise<string> => {
      const startedAt = performance.now();
      const answer = await wire.ask(request).catch((failure: Error) => ({ status: 0, body: failure.message }));
      times.push(performance.now() - startedAt);
      if (answer.status !== 200) errors.push(`${request.slice(0, 24)} ${answer.status} ${answer.body}`);
      return answer.status === 200 ? String(answer.body) : "";
    };
    for (let turn = 0; !isDone || times.length < least; turn++) {
      const from = `Host: petition.example\r\nX-Forwarded-For: 10.${number}.${(turn >> 8) & 255}.${turn & 255}\r\n`;
      const challenge = await ask(`GET /api/captcha HTTP/1.1\r\n${from}\r\n`);
      const { value: person } = turn % FORMS === 0 ? people.next() : {};
      if (!challenge || !person) continue;
      const body = JSON.stringify({ ...person, gdprConsent: true, ...solved(JSON.parse(challenge)) });
      const length = Buffer.byteLength(body);
      await ask(
        `POST /api/petition/sign HTTP/1.1\r\n${from}Content-Type: application/json\r\nContent-Length: ${length}\r\n\r\n${body}`,
      );
    }
    wire.close();
  };
  const hands = Array.from({ length: HANDS }, (_, number) => hand(number));
  await act();
  isDone = true;
  await Promise.all(hands);
  return { asked: times.length, errors, latency: latencyOf(times) };
}
