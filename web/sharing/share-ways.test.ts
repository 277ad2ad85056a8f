import { expect, test } from "vitest";
import { shareWays } from "./share-ways.ts";

const told = { url: "https://bargeld.example/pl?", subject: "Petycja: gotówka & złoto", text: "100 % gotówki? Tak + zawsze." };
const ways = Object.fromEntries(shareWays(told).map(({ id, href }) => [id, href]));

test("an e-mail says subject, text and address, with line breaks as RFC 6068 wants them", () => {
  expect(ways.email).toBe(
    `mailto:?subject=Petycja%3A%20got%C3%B3wka%20%26%20z%C5%82oto&body=100%20%25%20got%C3%B3wki%3F%20Tak%20%2B%20zawsze.%0D%0A%0D%0Ahttps%3A%2F%2Fbargeld.example%2Fpl%3F`,
  );
});

test.each([
  ["whatsapp", { text: `${told.text} ${told.url}` }],
  ["telegram", { url: told.url, text: told.text }],
  ["facebook", { u: told.url }],
  ["x", { text: told.text, url: told.url }],
])("%s gets back exactly what was told", (id, expected) => {
  expect(Object.fromEntries(new URL(ways[id] ?? "").searchParams)).toEqual(expected);
});
