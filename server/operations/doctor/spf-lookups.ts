import { type Names, spfRecordsOf } from "../../platform/mail/sender.ts";

/** RFC 7208, 4.6.4. */
export const LOOKUPS_MAX = 10;

/** How many names a mail server has to ask for to judge by this record; it stops counting where there are too many. */
export async function countLookups(names: Names, record: string, sofar = 0): Promise<number> {
  let count = sofar;
  for (const term of record.trim().split(/\s+/).slice(1)) {
    const [, kind = "", value = ""] = /^[-+~?]?(include|redirect|a|mx|ptr|exists)(?:[:=/](\S*))?$/i.exec(term) ?? [];
    if (kind === "") continue;
    count += 1;
    if (count > LOOKUPS_MAX) return count;
    // A macro stands for what only the asker knows.
    if (/^(?:include|redirect)$/i.test(kind) && !value.includes("%"))
      count = await countLookups(names, (await spfRecordsOf(names, value))?.[0] ?? "", count);
  }
  return count;
}
