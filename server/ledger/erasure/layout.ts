/** Values as bytes, one after another, read in the order in which they are written. */
import { bytesOfUuid, uuidFrom } from "../../platform/crypto/crypto.ts";

/** Functions and not methods: their parameters are checked more strictly. */
export interface Layout<Value> {
  write: (value: Value) => Buffer;
  read: (from: Bytes) => Value;
}

export type Bytes = (length: number) => Buffer;

export function bytesOf(body: Buffer): Bytes {
  let at = 0;
  return (length) => {
    if (at + length > body.length) throw new RangeError("The bytes are cut off");
    at += length;
    return body.subarray(at - length, at);
  };
}

export function fields<Value extends object>(layouts: { [Key in keyof Value]-?: Layout<Value[Key]> }): Layout<Value> {
  const names = Object.keys(layouts) as (keyof Value)[];
  return {
    write: (value) => Buffer.concat(names.map((name) => layouts[name].write(value[name]))),
    read: (from) => Object.fromEntries(names.map((name) => [name, layouts[name].read(from)])) as Value,
  };
}

export function listOf<Item>(item: Layout<Item>, most: number): Layout<Item[]> {
  return {
    write: (items) => Buffer.concat([Buffer.from([Math.min(items.length, most)]), ...items.slice(0, most).map(item.write)]),
    read: (from) => Array.from({ length: from(1).readUInt8() }, () => item.read(from)),
  };
}

export function oneOf<Choice extends string>(choices: Record<Choice, number>): Layout<Choice> {
  const names = Object.keys(choices) as Choice[];
  return {
    write: (choice) => Buffer.from([choices[choice]]),
    read(from) {
      const byte = from(1).readUInt8();
      const found = names.find((name) => choices[name] === byte);
      if (found === undefined) throw new RangeError("None of the choices");
      return found;
    },
  };
}

export function oneOfOrNone<Choice extends string>(choices: Record<Choice, number>): Layout<Choice | null> {
  const some = oneOf<Choice | "none">({ ...choices, none: 0 } as Record<Choice | "none", number>);
  return {
    write: (choice) => some.write(choice ?? "none"),
    read(from) {
      const choice = some.read(from);
      return choice === "none" ? null : choice;
    },
  };
}

export const COUNT: Layout<number> = {
  write(count) {
    const bytes = Buffer.alloc(4);
    bytes.writeUInt32BE(count);
    return bytes;
  },
  read: (from) => from(4).readUInt32BE(),
};

export const UUID: Layout<string> = {
  write: bytesOfUuid,
  read: (from) => uuidFrom(from(16)),
};

/** Milliseconds; none is 0. */
export const MOMENT_OR_NONE: Layout<Date | null> = {
  write(moment) {
    const bytes = Buffer.alloc(6);
    bytes.writeUIntBE(moment?.getTime() ?? 0, 0, 6);
    return bytes;
  },
  read(from) {
    const milliseconds = from(6).readUIntBE(0, 6);
    return milliseconds === 0 ? null : new Date(milliseconds);
  },
};

export const MOMENT: Layout<Date> = { write: MOMENT_OR_NONE.write, read: (from) => present(MOMENT_OR_NONE.read(from)) };

const NOTHING = 0;
const HEX = 1;
const UTF8 = 2;

export const TEXT_OR_NONE: Layout<string | null> = {
  write(text) {
    if (text === null) return Buffer.from([NOTHING]);
    const kind = /^(?:[0-9a-f]{2})+$/.test(text) ? HEX : UTF8;
    const bytes = Buffer.from(text, kind === HEX ? "hex" : "utf8");
    return Buffer.concat([Buffer.from([kind, bytes.length >> 8, bytes.length & 255]), bytes]);
  },
  read(from) {
    const kind = from(1).readUInt8();
    return kind === NOTHING ? null : from(from(2).readUInt16BE()).toString(kind === HEX ? "hex" : "utf8");
  },
};

export const TEXT: Layout<string> = { write: TEXT_OR_NONE.write, read: (from) => present(TEXT_OR_NONE.read(from)) };

function present<Value>(value: Value | null): Value {
  if (value === null) throw new RangeError("Nothing where something must be");
  return value;
}
