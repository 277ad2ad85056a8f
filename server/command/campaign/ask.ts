import { createInterface } from "node:readline/promises";
import { z } from "zod";
import type { Language } from "../../../petition/known-languages.ts";
import { NotDone } from "../command.ts";
import { remark } from "../terminal.ts";
import { ANSWERS, WORDS } from "./answers.ts";

/** Asks until an answer can be used. Throws {@link NotDone} where nobody answers any more. */
export async function askForAnswers(): Promise<unknown> {
  const lines = createInterface({ input: process.stdin, output: process.stderr, terminal: process.stdin.isTTY });
  const typed = lines[Symbol.asyncIterator]();

  async function ask<Value>(
    question: string,
    schema: z.ZodType<Value>,
    read: (typed: string) => unknown = String,
  ): Promise<Value> {
    for (;;) {
      process.stderr.write(`${question} `);
      const { value, done } = await typed.next();
      if (done)
        throw new NotDone("Nothing was made: a question was left without an answer. With --answers FILE nobody is asked.");
      const { data, error } = schema.safeParse(read(value.trim()));
      if (!error) return data;
      remark(error.issues[0]?.message ?? "");
    }
  }

  async function textsIn(language: Language, demands: number | null) {
    const name = await ask(`[${language}] What the petition is called, such as "Save the library":`, WORDS.name);
    const headline = await ask(`[${language}] The headline, such as "The library must stay.":`, WORDS.headline);
    const lede = await ask(`[${language}] One sentence below it:`, WORDS.lede);
    const count = demands ?? (await ask("How many demands (1 to 6):", COUNT, Number));
    const written: string[] = [];
    for (let place = 1; place <= count; place += 1)
      written.push(await ask(`[${language}] Demand ${place}:`, WORDS.demands.element));
    return { name, headline, lede, demands: written };
  }

  try {
    const organisation = await ask("The organisation that is responsible:", ANSWERS.organisation);
    const email = await ask("Its e-mail address, which also sends the e-mails:", ANSWERS.email);
    const id = await ask("An id for the petition, such as save-the-library:", ANSWERS.id);
    const languages = await ask("Its languages, the main one first, such as fr,en:", ANSWERS.languages, (given) =>
      given.split(/[\s,]+/),
    );
    const goal = await ask("The goal, in signatures:", ANSWERS.goal, Number);
    const colour = await ask("A colour, such as #7a3b8f:", ANSWERS.colour);
    const texts: Partial<Record<Language, object>> = {};
    let demands: number | null = null;
    for (const language of languages) {
      const words = await textsIn(language, demands);
      demands = words.demands.length;
      texts[language] = words;
    }
    return { id, languages, goal, colour, organisation, email, texts };
  } finally {
    lines.close();
  }
}

const COUNT = z.int("Write a number from 1 to 6.").min(1, "Write a number from 1 to 6.").max(6, "Write a number from 1 to 6.");
