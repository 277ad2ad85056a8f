import { expect, test } from "vitest";
import { harmless } from "./trusted-types.ts";

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
