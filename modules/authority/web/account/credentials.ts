import { cbc } from "@noble/ciphers/aes.js";
import { type RuntimeConfig, runtimeConfig } from "@ops/platform/web";

const REMEMBERED = "remembered-credentials";

export interface Credentials {
  mobilePhone: string;
  password: string;
}

/** AES-CBC with the fixed key and IV of the configuration, PKCS#7, Base64 (PF-R14). TLS protects, this obscures. */
export async function encrypted(text: string): Promise<string> {
  const bytes = cipherOf(await runtimeConfig()).encrypt(new TextEncoder().encode(text));
  return btoa(String.fromCharCode(...bytes));
}

async function decrypted(text: string): Promise<string> {
  const bytes = cipherOf(await runtimeConfig()).decrypt(bytesOf(text));
  return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
}

function cipherOf({ credentialKey, credentialIv }: RuntimeConfig) {
  return cbc(bytesOf(credentialKey), bytesOf(credentialIv));
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

/** Kept only after a successful login with the box ticked (PF-R13). */
export async function remember(credentials: Credentials): Promise<void> {
  localStorage.setItem(REMEMBERED, await encrypted(JSON.stringify(credentials)));
}

export function forgetRemembered(): void {
  localStorage.removeItem(REMEMBERED);
}

/** What was remembered; what cannot be read any more is removed silently. */
export async function remembered(): Promise<Credentials | null> {
  const stored = localStorage.getItem(REMEMBERED);
  if (stored === null) return null;
  await runtimeConfig(); // without the key nothing is known about the text: keep it
  try {
    const { mobilePhone, password } = JSON.parse(await decrypted(stored));
    if (typeof mobilePhone === "string" && typeof password === "string") return { mobilePhone, password };
  } catch {
    // another key, or not ours: removed below
  }
  forgetRemembered();
  return null;
}
