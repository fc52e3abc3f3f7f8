import { type AuthoritySettings, ssoSettingsOf } from "@ops/authority/server";
import {
  type Config,
  type DatabaseAddress,
  givenSecret,
  type Logger,
  openDatabase,
  sharedSecret,
} from "@ops/platform/server";

const KEY_BYTES = 16;
const FIRST_PASSWORD_HOURS = 72;

/** Reads the settings of the sign-in: those of the operator, and keys that all nodes share through the database. */
export async function readAuthoritySettings(
  address: DatabaseAddress,
  config: Config,
  log: Logger,
): Promise<AuthoritySettings> {
  const database = openDatabase(address, { poolSize: 4, log });
  const { credentialKey, credentialIv } = config;
  try {
    // key and vector are one secret, because they change together, and the former pair must stay a pair (PF-R14)
    const credential =
      credentialKey && credentialIv
        ? await givenSecret(database.writer, "credential", Buffer.concat([credentialKey, credentialIv]))
        : await sharedSecret(database.writer, "credential", 2 * KEY_BYTES);
    const device = await sharedSecret(database.writer, "device-cookie", 32);
    const sealing = await sharedSecret(database.writer, "sealing", 32);
    const sso = ssoSettingsOf(config);
    const pairs = [credential.value, ...(credential.previous ? [credential.previous] : [])];
    return {
      captchaTestAnswer: config.captchaTestAnswer,
      credentialKeys: pairs.map((pair) => ({ key: pair.subarray(0, KEY_BYTES), iv: pair.subarray(KEY_BYTES) })),
      deviceCookieKey: device.value,
      sealingKey: sealing.value,
      ...(sso ? { sso } : {}),
      ...(config.appEnv === "production" ? { firstPasswordHours: FIRST_PASSWORD_HOURS } : {}),
    };
  } finally {
    await database.close();
  }
}
