import { z } from "zod";
import { answer, type DescribedCalls, FROM_HERE, named, refused } from "../described.ts";

const databaseCopied = named("DatabaseCopied", { folder: z.string().describe("On the machine of the site") });
export type DatabaseCopied = z.infer<typeof databaseCopied>;

export const BACKUP_CALLS = {
  copyDatabase: {
    says: "Into the data folder, for the command that makes a backup: whoever asked reads and removes them. From the machine itself alone.",
    answers: {
      200: answer("They are in this folder", databaseCopied),
      403: FROM_HERE,
      507: refused("The data folder has no room for it"),
    },
  },
} satisfies DescribedCalls;
