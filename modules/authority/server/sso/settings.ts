import { type Config, ConfigError } from "@ops/platform/server";
import type { AuthorityContext } from "../settings.ts";

/** The operator's settings of the portal, read once at the start. */
export interface SsoSettings {
  readonly appEnv: "production" | "development" | "test";
  readonly productName: string;
  /** The console as an application of the portal. */
  readonly console: { readonly clientId: string; readonly name: string; readonly transferUrl: string };
  /** If null, messages stay in the outbox (PF-R53). */
  readonly smsGateway: { readonly url: string; readonly secret: string } | null;
}

/** Reads the settings of the portal; undefined if the brand has no unified sign-on (PF-R58). */
export function ssoSettingsOf(config: Config): SsoSettings | undefined {
  const { appEnv, productName, ssoHost, ssoClientId, publicUrl, smsGatewayUrl, smsGatewaySecret } = config;
  if (ssoHost === null) return undefined;
  if (smsGatewayUrl !== null && smsGatewaySecret === null) {
    throw new ConfigError("SMS_GATEWAY_SECRET must be set together with SMS_GATEWAY_URL");
  }
  return {
    appEnv,
    productName,
    console: { clientId: ssoClientId, name: productName, transferUrl: `${publicUrl}/#/Transfer` },
    smsGateway: smsGatewayUrl && smsGatewaySecret ? { url: smsGatewayUrl, secret: smsGatewaySecret } : null,
  };
}

/** What all services of the portal share on this node. */
export interface SsoContext {
  readonly authority: AuthorityContext;
  readonly settings: SsoSettings;
}

/** SMS sign-in needs a gateway in production, because a message in the outbox reaches nobody (PF-R53). */
export function isSmsAvailable({ appEnv, smsGateway }: Pick<SsoSettings, "appEnv" | "smsGateway">): boolean {
  return appEnv !== "production" || smsGateway !== null;
}
