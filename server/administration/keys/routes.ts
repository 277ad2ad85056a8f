import type { FastifyInstance } from "fastify";
import { type KeyRotated, type RotationRequest, rotationRequest } from "../../../contract/administration/commands.ts";
import type { Context } from "../../context.ts";
import { noteAct } from "../../ledger/audit/audit.ts";
import type { Secrets } from "../../platform/config/secrets.ts";
import { newKey, readKeyFile, replaceKeyFile } from "../../platform/config/secrets.ts";
import type { Answering } from "../answering.ts";

const VARIABLES = { admin: "ADMIN_KEY", secret: "SECRET_KEY" };

type Tools = Pick<Context, "db" | "clock"> & Pick<Secrets, "keyFiles">;

export function keyRoutes(app: FastifyInstance, tools: Tools, { answer, fromHereAlone, badRequest }: Answering): void {
  app.post("/keys/rotate", { preHandler: fromHereAlone("rotation.answer.notFromHere") }, async (request, reply) => {
    const wanted = rotationRequest.safeParse(request.body);
    if (!wanted.success) return badRequest(request, reply);
    const rotated = await rotateKey(tools, wanted.data);
    const name = VARIABLES[wanted.data.key];
    return rotated ?? reply.code(409).send(answer(request, "rotation.answer.inEnvironment", { name }));
  });
}

/** Null where the environment sets it. The new key is in the file alone: no answer, no log and no audit line holds it. */
async function rotateKey({ db, clock, keyFiles }: Tools, { key, forgetOld }: RotationRequest): Promise<KeyRotated | null> {
  const file = keyFiles[key];
  if (file === null) return null;
  const old = key === "secret" && !forgetOld ? readKeyFile(file).split(",") : [];
  const keys = [newKey(), ...old.map((one) => one.trim())];
  await db.transaction(async (tx) => {
    await noteAct(tx, clock, ["key", "key-rotated"], { key, ...(key === "secret" && { forgotOld: forgetOld }) });
    // Last, so that no key changes without its line.
    replaceKeyFile(file, keys.join(","));
  });
  return { file, keys: keys.length };
}
