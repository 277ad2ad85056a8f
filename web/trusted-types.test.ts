import { expect, test } from "vitest";
import { harmless, ownWorker } from "./trusted-types.ts";

test.each(["<script></script>", " ", "a text & nothing else", '{"@type":"WebSite","name":"a > b"}', ""])(
  "let through: %j",
  (markup) => expect(harmless(markup)).toBe(markup),
);

test.each([
  "<script>steal()</script>",
  "<script></script><img src=x onerror=steal()>",
  "<SCRIPT></SCRIPT>",
  "a <b>",
  "<",
  "</p>",
])("refused: %j", (markup) => expect(harmless(markup)).toBeNull());

test("of scripts by their address, our own worker alone", () => {
  const own = "https://petition.example/assets/recount-worker-Ab_c-12.js";
  expect(ownWorker(own, "https://petition.example")).toBe(own);
  for (const url of [
    "https://petition.example.org/assets/recount-worker-Abc.js",
    "https://petition.example/assets/root-Abc.js",
    "https://petition.example/api/recount-worker-Abc.js",
    "https://petition.example/assets/../api/x-worker-Abc.js",
    "data:text/javascript,steal()//-worker-a.js",
  ])
    expect(ownWorker(url, "https://petition.example")).toBeNull();
});
