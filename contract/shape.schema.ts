/** How a schema is held to its interface. */
import { z } from "zod";

type Whole<Type> = Type extends readonly (infer Item)[]
  ? Whole<Item>[]
  : Type extends object
    ? { [Key in keyof Type]-?: Whole<Type[Key]> }
    : Type;

type Same<One, Other> = [Whole<One>] extends [Whole<Other>] ? ([Whole<Other>] extends [Whole<One>] ? unknown : never) : never;

/** Compiles only where neither says more than the other, not even of a field that may be missing. */
export function shapeOf<Type>() {
  return <Schema extends z.ZodType<Type>>(schema: Schema & Same<Type, z.output<Schema>>): Schema => schema;
}

/** A field that callers must send: left out, it is refused with a sentence like an empty one. The description says so by this mark. */
export function needed<Schema extends z.ZodType>(schema: Schema): Schema {
  return schema.meta({ needed: true });
}

export const moment = z.iso.datetime();
export const day = z.iso.date();
export const count = z.int().min(0);
export const uuid = z.uuid();
