import { type AuthoritySettings, ssoSettingsOf } from "@ops/authority/server";
import {
  type Config,
  type DatabaseAddress,
  givenSecret,
  type Logger,
  openDatabase,
  sharedSecret,
} from "@ops/platform/server";

/** The settings of sign-in: what the operator gave, and keys that all nodes share through the database. */
export async function readAuthoritySettings(
  address: DatabaseAddress,
  config: Config,
  log: Logger,
): Promise<AuthoritySettings> {
  const database = openDatabase(address, { poolSize: 4, log });
  const secret = (name: string, given: Buffer | null) =>
    given ? givenSecret(database.writer, name, given) : sharedSecret(database.writer, name, 16);
  try {
    const key = await secret("credential-key", config.credentialKey);
    const iv = await secret("credential-iv", config.credentialIv);
    const device = await sharedSecret(database.writer, "device-cookie", 32);
    const sso = ssoSettingsOf(config);
    const previous = key.previous && iv.previous ? [{ key: key.previous, iv: iv.previous }] : [];
    return {
      captchaTestAnswer: config.captchaTestAnswer,
      credentialKeys: [{ key: key.value, iv: iv.value }, ...previous],
      deviceCookieKey: device.value,
      ...(sso ? { sso } : {}),
    };
  } finally {
    await database.close();
  }
}
