import { cbc } from "@noble/ciphers/aes.js";
import { runtimeConfig } from "@ops/platform/web";

export interface PortalConfig {
  /** False in production without a gateway: the SMS tab says so (PF-R53). */
  readonly smsAvailable: boolean;
  readonly isProduction: boolean;
}

export async function portalConfig(): Promise<PortalConfig> {
  const config = await runtimeConfig();
  return {
    smsAvailable: "smsAvailable" in config && config.smsAvailable === true,
    isProduction: !("appEnv" in config) || config.appEnv === "production",
  };
}

/** AES-CBC with the fixed key and IV of the configuration, PKCS#7, Base64 (PF-R14). TLS protects, this obscures. */
export async function encrypted(text: string): Promise<string> {
  const { credentialKey, credentialIv } = await runtimeConfig();
  const bytes = cbc(bytesOf(credentialKey), bytesOf(credentialIv)).encrypt(new TextEncoder().encode(text));
  return btoa(String.fromCharCode(...bytes));
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
