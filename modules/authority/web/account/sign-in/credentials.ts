import { cbc } from "@noble/ciphers/aes.js";
import { type RuntimeConfig, runtimeConfig } from "@ops/platform/web";
import { deviceKey } from "./device-key.ts";

const REMEMBERED = "remembered-credentials";

export interface Credentials {
  mobilePhone: string;
  password: string;
}

/**
 * Encrypts with AES-CBC, the fixed key and IV of the configuration, PKCS#7 and Base64 (PF-R14). This only obscures the
 * text; TLS protects it.
 */
export async function encrypt(text: string): Promise<string> {
  const bytes = cipherOf(await runtimeConfig()).encrypt(new TextEncoder().encode(text));
  return base64Of(bytes);
}

async function decrypt(text: string): Promise<string> {
  const bytes = cipherOf(await runtimeConfig()).decrypt(bytesOf(text));
  return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
}

function cipherOf({ credentialKey, credentialIv }: RuntimeConfig) {
  return cbc(bytesOf(credentialKey), bytesOf(credentialIv));
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}

/** How long remembered credentials are kept without a sign-in. */
const KEPT_MS = 30 * 86_400_000;

/**
 * The credentials as local storage holds them: encrypted with the key of the product and, if the device has a key, with
 * that as well.
 */
interface Kept {
  readonly until: number;
  readonly text: string;
  /** The initialisation vector for the device key; missing if the device had no key. */
  readonly iv?: string;
}

/** Stores credentials for 30 days after a successful login with the box ticked (PF-R13). */
export async function remember(credentials: Credentials): Promise<void> {
  const text = await encrypt(JSON.stringify(credentials));
  const until = Date.now() + KEPT_MS;
  const key = await deviceKey();
  const kept: Kept = key ? { until, ...(await sealWith(key, text)) } : { until, text };
  localStorage.setItem(REMEMBERED, JSON.stringify(kept));
}

export function forgetRemembered(): void {
  localStorage.removeItem(REMEMBERED);
}

/** Reads the remembered credentials. Those that are too old or cannot be read any more are removed without a message. */
export async function readRemembered(): Promise<Credentials | null> {
  const stored = localStorage.getItem(REMEMBERED);
  if (stored === null) return null;
  await runtimeConfig(); // without the key nobody can tell whether the text is valid, so it is kept
  try {
    const kept: Kept = JSON.parse(stored);
    const { mobilePhone, password } = JSON.parse(await decrypt(await openKept(kept)));
    if (typeof mobilePhone === "string" && typeof password === "string") return { mobilePhone, password };
  } catch {
    // too old, encrypted with another key, or written by something else: removed below
  }
  forgetRemembered();
  return null;
}

async function sealWith(key: CryptoKey, text: string): Promise<Pick<Kept, "text" | "iv">> {
  const iv = crypto.getRandomValues(new Uint8Array(12));
  const bytes = await crypto.subtle.encrypt({ name: "AES-GCM", iv }, key, new TextEncoder().encode(text));
  return { text: base64Of(new Uint8Array(bytes)), iv: base64Of(iv) };
}

/** If the device has a key, credentials that were not encrypted with it are not accepted. */
async function openKept({ until, text, iv }: Kept): Promise<string> {
  if (!(until > Date.now())) throw new Error("kept for too long");
  const key = await deviceKey();
  if (!key) return text;
  const bytes = await crypto.subtle.decrypt({ name: "AES-GCM", iv: bytesOf(iv ?? "") }, key, bytesOf(text));
  return new TextDecoder().decode(bytes);
}

const base64Of = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));
