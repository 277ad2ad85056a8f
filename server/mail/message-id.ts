/**
 * The name of an e-mail, by which a mail server's report about it is recognised. It begins with the random id of the row that
 * the e-mail is about, which nobody but its recipient learns; a second e-mail about the row has another name.
 */

/** The same for every attempt at one entry of the outbox. */
export function messageName(subjectId: string, entryId: string): string {
  return `${subjectId}-${entryId.slice(0, 8)}`;
}

/** The row's id in a `Message-ID`, with or without brackets; null if it is none of ours. */
export function subjectOf(messageId: string): string | null {
  const uuid = "[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}";
  return new RegExp(`^\\s*<?(${uuid})-[0-9a-f]{8}@[^\\s<>]+>?\\s*$`).exec(messageId)?.[1] ?? null;
}
