import { KEY_TYPES, type NoteKey, readKey } from "../../../petition/transparency/note.ts";
import { sha256Bytes } from "../crypto/crypto.ts";
import { understood } from "./kinds.ts";

export interface Witness {
  /** Where `/add-checkpoint` is found, without a slash at its end. */
  address: string;
  key: NoteKey;
}

/** Address, blank, key of each, separated by commas. */
export function witnesses() {
  return understood((given): Witness[] | undefined => {
    const read = given.split(",").map((one) => readWitness(one.trim()));
    return read.every((one) => one !== null) ? read : undefined;
  }, "must be witnesses, separated by commas: the address, a blank and the key of each, such as https://witness.example name+hash+key.");
}

function readWitness(given: string): Witness | null {
  const [, address = "", text = ""] = /^(https?:\/\/\S+) (\S+)$/.exec(given) ?? [];
  const url = URL.parse(address);
  const key = readKey(sha256Bytes, text);
  if (!url || url.search || url.hash || url.username || key?.type !== KEY_TYPES.witness) return null;
  return { address: url.href.replace(/\/+$/, ""), key };
}
