/** Loaded before the site: at SIGUSR2 its clock is set back by an hour, while it runs. Timers go on, as they do when a machine's clock is set. */
const HOUR = 60 * 60_000;
const OwnDate = Date;
let behind = 0;

globalThis.Date = new Proxy(OwnDate, {
  construct: (_, given) => (given.length === 0 ? new OwnDate(OwnDate.now() - behind) : new OwnDate(...given)),
  apply: () => new OwnDate(OwnDate.now() - behind).toString(),
  get: (_, name) => (name === "now" ? () => OwnDate.now() - behind : OwnDate[name]),
});
process.on("SIGUSR2", () => {
  behind += HOUR;
});
