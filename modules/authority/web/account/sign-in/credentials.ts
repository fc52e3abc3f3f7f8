import { cbc } from "@noble/ciphers/aes.js";
import { type RuntimeConfig, runtimeConfig } from "@ops/platform/web";
import { deviceKey } from "./device-key.ts";

const REMEMBERED = "remembered-credentials";

export interface Credentials {
  mobilePhone: string;
  password: string;
}

/** AES-CBC with the fixed key and IV of the configuration, PKCS#7, Base64 (PF-R14). TLS protects, this obscures. */
export async function encrypted(text: string): Promise<string> {
  const bytes = cipherOf(await runtimeConfig()).encrypt(new TextEncoder().encode(text));
  return base64Of(bytes);
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

/** How long they are kept without a sign-in. */
const KEPT_MS = 30 * 86_400_000;

/** As it lies in local storage: under the key of the product and, where there is one, under that of the device. */
interface Kept {
  readonly until: number;
  readonly text: string;
  /** Of the device key; without it there was none. */
  readonly iv?: string;
}

/** Kept only after a successful login with the box ticked (PF-R13), for 30 days. */
export async function remember(credentials: Credentials): Promise<void> {
  const text = await encrypted(JSON.stringify(credentials));
  const until = Date.now() + KEPT_MS;
  const key = await deviceKey();
  const kept: Kept = key ? { until, ...(await sealed(key, text)) } : { until, text };
  localStorage.setItem(REMEMBERED, JSON.stringify(kept));
}

export function forgetRemembered(): void {
  localStorage.removeItem(REMEMBERED);
}

/** What was remembered; what is too old or cannot be read any more is removed silently. */
export async function remembered(): Promise<Credentials | null> {
  const stored = localStorage.getItem(REMEMBERED);
  if (stored === null) return null;
  await runtimeConfig(); // without the key nothing is known about the text: keep it
  try {
    const kept: Kept = JSON.parse(stored);
    const { mobilePhone, password } = JSON.parse(await decrypted(await opened(kept)));
    if (typeof mobilePhone === "string" && typeof password === "string") return { mobilePhone, password };
  } catch {
    // too old, under another key, or not ours: removed below
  }
  forgetRemembered();
  return null;
}

async function sealed(key: CryptoKey, text: string): Promise<Pick<Kept, "text" | "iv">> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const bytes = await crypto.subtle.encrypt({ name: "AES-GCM", iv }, key, new TextEncoder().encode(text));
  return { text: base64Of(new Uint8Array(bytes)), iv: base64Of(iv) };
}

/** Where the device has a key, nothing is taken that does not lie under it. */
async function opened({ until, text, iv }: Kept): Promise<string> {
  if (!(until > Date.now())) throw new Error("kept for too long");
  const key = await deviceKey();
  if (!key) return text;
  const bytes = await crypto.subtle.decrypt({ name: "AES-GCM", iv: bytesOf(iv ?? "") }, key, bytesOf(text));
  return new TextDecoder().decode(bytes);
}

const base64Of = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));
