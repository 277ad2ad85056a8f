// Loaded before anything else, as plain JavaScript: older versions cannot even read the server's TypeScript.
const WANTED = 24;
if (Number.parseInt(process.versions.node, 10) < WANTED) {
  console.error(
    `Node.js ${WANTED} or later is needed, this is ${process.versions.node}. Start through npm (npm start), which brings its own on Linux.`,
  );
  process.exit(1);
}

// React chooses its build by this variable when it is first loaded.
process.env.NODE_ENV ??= process.argv.includes("--develop") ? "development" : "production";
