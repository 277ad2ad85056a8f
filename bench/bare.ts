/** The baseline for reading: the same HTTP framework answering a constant, in a process of its own. */
import fastify from "fastify";

const app = fastify();
const CONSTANT = JSON.stringify({ signatureCount: 0, targetCount: 25_000, progressPercentage: 0, remainingSignatures: 25_000 });
app.get("/", (_request, reply) => reply.type("application/json; charset=utf-8").send(CONSTANT));
console.log(await app.listen({ host: "127.0.0.1", port: 0 }));
