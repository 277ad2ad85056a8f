import { describe, expect, test } from "vitest";
import { compileMessages } from "../../messages/catalogue.ts";
import { translator } from "../../messages/translate.ts";
import { LANGUAGES } from "../../petition/language.ts";
import { type ShareText, shareWays } from "./share-card.tsx";

const text: ShareText = {
  url: "https://bargeld.example/pl?",
  letter: { subject: "Petycja: gotówka & złoto", body: "Cześć,\n\nhttps://bargeld.example/pl?" },
  message: "100 % gotówki? Tak + zawsze.",
  post: "Gotówka musi pozostać.",
};
const ways = Object.fromEntries(shareWays(text).map(({ id, href }) => [id, href]));

test("an e-mail says subject and letter, with line breaks as RFC 6068 wants them", () => {
  expect(ways.email).toBe(
    "mailto:?subject=Petycja%3A%20got%C3%B3wka%20%26%20z%C5%82oto&body=Cze%C5%9B%C4%87%2C%0D%0A%0D%0Ahttps%3A%2F%2Fbargeld.example%2Fpl%3F",
  );
});

test.each([
  ["whatsapp", { text: `${text.message}\n${text.url}` }],
  ["telegram", { url: text.url, text: text.message }],
  ["facebook", { u: text.url }],
  ["x", { text: text.post, url: text.url }],
])("%s gets back exactly what was given", (id, expected) => {
  expect(Object.fromEntries(new URL(ways[id] ?? "").searchParams)).toEqual(expected);
});

/** However long an address is, X reckons it as so many characters. */
const ADDRESS_ON_X = 23;

describe.each(LANGUAGES)("In %s", (language) => {
  const t = translator(language, { [language]: compileMessages(language, { forBrowser: true }) });

  test("the post has room for the address", () => {
    expect(`${t("sharing.post")} `.length + ADDRESS_ON_X).toBeLessThanOrEqual(280);
  });

  test("the letter names the address once, on a line of its own", () => {
    const url = "https://bargeld.example/";
    expect(t("sharing.letter.body", { url }).split("\n")).toContain(url);
  });

  test("letter, message and post are three texts", () => {
    const texts = [t("sharing.letter.body", { url: "" }), t("sharing.message"), t("sharing.post")];
    expect(new Set(texts).size).toBe(3);
    expect(t("sharing.message").length).toBeLessThan(200);
  });
});
