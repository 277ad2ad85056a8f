import { expect, test } from "vitest";
import { compileFile } from "../../messages/catalogue.ts";
import { saidAmong } from "./said.ts";

const catalogue = {
  ...compileFile("fr", "elsewhere", { name: "Nom", other: "Autre", read: "Lire la politique de confidentialité" }),
  ...compileFile("fr", "page", {
    name: "Nom",
    nameHint: "Nom et prénom",
    count: "{count, plural, one {# signature} other {# signatures}}",
    fact: "{label}: {value}",
    answer: "Le lien de <a>{address}</a> vaut jusqu’à {time} ; ensuite, il faut signer à nouveau.",
    private: "Vos données restent ici.",
    read: "Lire la politique de confidentialité",
  }),
};

test.each<[texts: string[], said: string[]]>([
  [["Nom"], ["elsewhere.name", "page.name"]],
  [
    ["Nom", "Autre", "Vos données restent ici."],
    ["elsewhere.other", "page.name", "page.private"],
  ],
  [["Nom et prénom"], ["page.nameHint"]],
  [
    ["12 signatures", "Vos données restent ici."],
    ["page.count", "page.private"],
  ],
  [
    ["Lire la politique de confidentialité", "Vos données restent ici."],
    ["page.private", "page.read"],
  ],
  [["plus de 12 signatures ce matin"], []],
  [["a: b"], []],
  [["Le lien de anna@example.org vaut jusqu’à 12:05\u202f; ensuite, il faut signer à nouveau. Merci."], ["page.answer"]],
  [["Merci. Vos\u00a0données\nrestent ici. Bien à vous."], ["page.private"]],
  [["Vos données restent ici."], ["page.private"]],
])("%j says %j", (texts, said) => {
  expect(saidAmong(texts, catalogue)).toEqual(said);
});
