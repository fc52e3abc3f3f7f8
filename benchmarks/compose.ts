import { type AuthoritySettings, createAuthority } from "@ops/authority/server";
import { partnerModule } from "@ops/partner/server";
import { vehicleModule } from "@ops/vehicle/server";
import { leadModule } from "./lead.ts";

const settings: AuthoritySettings = {
  captchaTestAnswer: null,
  credentialKeys: [{ key: Buffer.alloc(16, 1), iv: Buffer.alloc(16, 2) }],
  deviceCookieKey: Buffer.alloc(32, 3),
  sealingKey: Buffer.alloc(32, 4),
};

/** The product with all its modules, and the table of the benchmarks. */
export function compose() {
  const { module, authenticate, personName } = createAuthority(settings);
  return { modules: [module, vehicleModule, partnerModule, leadModule], authenticate, personName };
}
