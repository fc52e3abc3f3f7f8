import { createDecipheriv } from "node:crypto";
import type { CredentialKey } from "../settings.ts";

/**
 * The clear text of a credential that the client encrypted (PF-R14), or null. Callers treat null as a wrong password and
 * spend the same work on it, so that the answer tells nothing about the padding.
 */
export function decryptCredential(keys: readonly CredentialKey[], encrypted: string): string | null {
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(encrypted)) return null;
  const bytes = Buffer.from(encrypted, "base64");
  for (const key of keys) {
    const text = decryptWith(key, bytes);
    if (text !== null) return text;
  }
  return null;
}

function decryptWith({ key, iv }: CredentialKey, bytes: Buffer): string | null {
  try {
    const decipher = createDecipheriv("aes-128-cbc", key, iv);
    const clear = Buffer.concat([decipher.update(bytes), decipher.final()]);
    return new TextDecoder("utf-8", { fatal: true }).decode(clear);
  } catch {
    return null; // another key, a damaged text or no text at all: one and the same to the caller
  }
}
