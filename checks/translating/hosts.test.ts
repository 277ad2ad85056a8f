import { describe, expect, test } from "vitest";
import { LANGUAGES } from "../../petition/language.ts";
import { textOf } from "../tracked.ts";
import { leavesOf, type MessageFile, messageFiles } from "./message-files.ts";

const files = messageFiles();
/** The language of each root that the others are translated from. */
const SOURCES: Record<string, string> = {
  messages: "de",
  "campaign/messages": "de",
  "e2e/another-campaign/messages": "en",
};

/** A dot and a bracket part a path; the endings are read as forms of a plural. */
const KEY = /^[a-z][a-z\d]*(?:[-_][a-z\d]+)*$/i;
const PLURAL_ENDING = /_(?:\d+|zero|one|two|few|many|other|plural)$/;

describe("a file of messages is one that Weblate and Crowdin read and write", () => {
  test("it is what they write back, byte for byte: two spaces, no escapes, no key twice, a line end at its end", () => {
    expect(files.length).toBeGreaterThan(300);
    expect(pathsOf(({ text }) => text !== `${JSON.stringify(JSON.parse(text), null, 2)}\n`)).toEqual([]);
  });

  test("it holds texts in groups: no list, no number, no empty group, nothing untranslated", () => {
    expect(pathsOf((file) => leaves(file).some(([, text]) => typeof text !== "string" || text === ""))).toEqual([]);
  });

  test("its keys are plain names", () => {
    const isPlain = (key: string) => KEY.test(key) && !PLURAL_ENDING.test(key);
    expect(pathsOf((file) => leaves(file).some(([path]) => !path.split(".").every(isPlain)))).toEqual([]);
  });

  test("its texts stand in the order of the language that it is translated from", () => {
    expect(pathsOf((file) => keysOf(file) !== keysOf(sourceOf(file)))).toEqual([]);
  });
});

describe("crowdin.yml", () => {
  const patterns = [...textOf("crowdin.yml").matchAll(/source: (\S+)\n\s+translation: (\S+)/g)];

  test("names each file of ours, and the place of each translation", () => {
    const found = patterns.flatMap(([, source = "", translation = ""]) => {
      const [root = ""] = source.slice(1).split("/de/");
      const languages = new Set(files.filter((file) => file.root === root).map(({ language }) => language));
      return files
        .filter(({ path }) => asPattern(source.replace("*", "[^/]+")).test(`/${path}`))
        .flatMap(({ name }) => [...languages].map((language) => placeOf(translation, language, name)));
    });
    expect(found.toSorted()).toEqual(ours());
  });
});

describe("docs/translating/weblate.json", () => {
  const { components, addons } = JSON.parse(textOf("docs/translating/weblate.json")) as {
    components: Array<{ filemask: string; template: string; new_base: string }>;
    addons: Array<{ name: string; configuration: { match: string; base_file_template: string; new_base_template: string } }>;
  };

  test("finds each file of ours as a component, with the German one as its base", () => {
    const found = addons.flatMap(({ configuration: { match, base_file_template } }) => {
      const pattern = asPattern(match.replaceAll("(?P<", "(?<"));
      return files.flatMap(({ path }) => {
        const groups = pattern.exec(path)?.groups;
        return groups ? [{ path, base: base_file_template.replace("{{ component }}", groups.component ?? "") }] : [];
      });
    });
    expect(found.map(({ path }) => path).toSorted()).toEqual(ours());
    expect(found.filter(({ base }) => !ours().includes(base))).toEqual([]);
  });

  test("begins with a component that is there", () => {
    for (const { filemask, template, new_base } of components) {
      expect(ours()).toEqual(expect.arrayContaining([template, new_base]));
      expect(files.filter(({ path }) => asPattern(filemask.replace("*", "[^/]+")).test(path))).toHaveLength(LANGUAGES.length);
    }
  });
});

/** The campaign in the tests is nobody's to translate. */
function ours(): string[] {
  return files.filter(({ root }) => !root.startsWith("e2e/")).map(({ path }) => path);
}

function placeOf(translation: string, language: string, name: string): string {
  return translation.slice(1).replace("%two_letters_code%", language).replace("%original_file_name%", `${name}.json`);
}

function asPattern(text: string): RegExp {
  return new RegExp(`^${text}$`);
}

function pathsOf(isWrong: (file: MessageFile) => boolean): string[] {
  return files.filter(isWrong).map(({ path }) => path);
}

function leaves({ text }: MessageFile): Array<[path: string, value: unknown]> {
  return leavesOf(JSON.parse(text));
}

function keysOf(file: MessageFile | undefined): string {
  return file
    ? leaves(file)
        .map(([path]) => path)
        .join()
    : "no such file";
}

function sourceOf({ root, name }: MessageFile): MessageFile | undefined {
  return files.find((file) => file.root === root && file.language === SOURCES[root] && file.name === name);
}
