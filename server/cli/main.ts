import { run } from "./run.ts";

process.stdout.on("error", () => process.exit(1));
const code = await run(process.argv.slice(2), process.env);
// What is still on its way to a pipe gets there; a database's or a connection's remains are not waited for.
process.stdout.write("", () => process.exit(code));
