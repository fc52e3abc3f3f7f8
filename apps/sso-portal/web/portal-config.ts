import { cbc } from "@noble/ciphers/aes.js";
import { runtimeConfig } from "@ops/platform/web";

export interface PortalConfig {
  /** False in production without a gateway, which the SMS tab then tells (PF-R53). */
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

/**
 * Encrypts with AES-CBC, the fixed key and IV of the configuration, PKCS#7 and Base64 (PF-R14). This only obscures the
 * text; TLS protects it.
 */
export async function encryptText(text: string): Promise<string> {
  const { credentialKey, credentialIv } = await runtimeConfig();
  const bytes = cbc(bytesOf(credentialKey), bytesOf(credentialIv)).encrypt(new TextEncoder().encode(text));
  return btoa(String.fromCharCode(...bytes));
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
}
