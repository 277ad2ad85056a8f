/** Keys of age (age-encryption.org), as `age-keygen` writes them. */
import { writeFile } from "node:fs/promises";
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from "age-encryption";

const IDENTITY = /^AGE-SECRET-KEY-/;

/** A new one into a file that must not be there yet; answers its public half. */
export async function makeKeyFile(file: string, now: Date): Promise<string> {
  const identity = await generateX25519Identity();
  const recipient = await identityToRecipient(identity);
  const lines = [`# created: ${now.toISOString()}`, `# public key: ${recipient}`, identity, ""];
  await writeFile(file, lines.join("\n"), { mode: 0o600, flag: "wx", flush: true });
  return recipient;
}

/** Out of a key's file: whoever has the private half has the public one, too. Null where a line is neither. */
export async function recipientsIn(text: string): Promise<string[] | null> {
  try {
    const recipients = await Promise.all(
      keysIn(text).map((key) => (IDENTITY.test(key) ? identityToRecipient(key) : Promise.resolve(key))),
    );
    for (const recipient of recipients) new Encrypter().addRecipient(recipient);
    return recipients.length > 0 ? recipients : null;
  } catch {
    return null;
  }
}

/** Null where there is none that opens anything, or half of one. */
export function identitiesIn(text: string): string[] | null {
  const identities = keysIn(text).filter((key) => IDENTITY.test(key));
  try {
    for (const identity of identities) new Decrypter().addIdentity(identity);
    return identities.length > 0 ? identities : null;
  } catch {
    return null;
  }
}

/** One a line, or separated by commas; `#` begins a remark. */
function keysIn(text: string): string[] {
  return text
    .split("\n")
    .filter((line) => !line.trimStart().startsWith("#"))
    .flatMap((line) => line.split(","))
    .map((key) => key.trim())
    .filter(Boolean);
}
