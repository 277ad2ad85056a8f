import { expect, test } from "vitest";
import { readMessages } from "../../messages/catalogue.ts";
import { contextNotes, notesFor } from "./context.ts";
import { messageFiles } from "./message-files.ts";

const notes = contextNotes();
const keys = [...readMessages("de").keys()];

test("each file of messages has a note on where its texts stand", () => {
  const names = messageFiles().map(({ name }) => name);
  expect([...new Set(names)].filter((name) => !notes.has(name))).toEqual([]);
});

test("each note is about a key or a group that is there, in the order of the files", () => {
  const isThere = (noted: string) => keys.some((key) => key === noted || key.startsWith(`${noted}.`));
  expect([...notes.keys()].filter((noted) => !isThere(noted))).toEqual([]);
  const files = [...new Set([...notes.keys()].map((key) => key.split(".")[0]))];
  expect(files).toEqual(files.toSorted());
});

test("a key is told what its file, its groups and it itself have", () => {
  expect(notesFor("material.pictures.story", notes)).toEqual([
    expect.stringContaining("posters"),
    expect.stringContaining("upright"),
  ]);
});
