import { expect, test } from "vitest";
import { givenSockets } from "./given-sockets.ts";

const OWN = 4711;

test.each([
  ["none", {}, null],
  ["one of this process's", { LISTEN_FDS: "1", LISTEN_PID: "4711" }, [3]],
  ["several of this process's", { LISTEN_FDS: "4", LISTEN_PID: "4711" }, [3, 4, 5, 6]],
  ["one that was handed to the process which started this one", { LISTEN_FDS: "1", LISTEN_PID: "4710" }, null],
])("given sockets: %s", (_, environment, fds) => {
  expect(givenSockets(environment, OWN)).toEqual(fds);
});

test.each(["0", "-1", "100", "1.5", "many"])("%j is no number of sockets: the site does not start", (LISTEN_FDS) => {
  expect(() => givenSockets({ LISTEN_FDS, LISTEN_PID: "4711" }, OWN)).toThrow(/^LISTEN_FDS: .+\.$/);
});
