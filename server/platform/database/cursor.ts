export interface Cursor {
  at: Date;
  id: string;
}

/** Fourteen digits: beyond them lie years that the database does not read. */
const CURSOR = /^(\d{1,14})\.([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})$/;

export function cursorOf({ at, id }: Cursor): string {
  return Buffer.from(`${at.getTime()}.${id}`).toString("base64url");
}

export function readCursor(cursor: string): Cursor | null {
  const [, at, id] = CURSOR.exec(Buffer.from(cursor, "base64url").toString("latin1")) ?? [];
  return at && id && cursorOf({ at: new Date(Number(at)), id }) === cursor ? { at: new Date(Number(at)), id } : null;
}
