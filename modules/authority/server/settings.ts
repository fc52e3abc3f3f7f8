import type { NodeAccess } from "@ops/platform/server";
import type { Argon2Cost, PasswordHasher } from "./account/password-hash.ts";
import type { SsoSettings } from "./sso/settings.ts";

export interface CredentialKey {
  readonly key: Buffer;
  readonly iv: Buffer;
}

/** What the operator decides about sign-in; read once at the start. */
export interface AuthoritySettings {
  /** Accepted in place of any image code; only ever set in APP_ENV=test. */
  readonly captchaTestAnswer: string | null;
  /** The current key first, then the previous one while clients still hold it (PF-R14). */
  readonly credentialKeys: readonly CredentialKey[];
  /** Signs the cookie of known devices and, derived, the image codes. */
  readonly deviceCookieKey: Buffer;
  /** Seals what must be read again, such as the keys of API clients; 32 bytes, shared by all nodes. */
  readonly sealingKey: Buffer;
  /** The unified sign-on portal, where this node serves it. */
  readonly sso?: SsoSettings;
  /** Hours after which the password of the first administrator is void if nobody has used it; without it, never (AU-R2). */
  readonly firstPasswordHours?: number;
  /** Cheaper in tests; the default is the specified one (PF-R15). */
  readonly argon2?: Argon2Cost;
}

/** What the services of sign-in share on this node. */
export interface AuthorityContext {
  readonly settings: AuthoritySettings;
  readonly hasher: PasswordHasher;
  /** The running node; asked for only while it serves. */
  node(): NodeAccess;
}
