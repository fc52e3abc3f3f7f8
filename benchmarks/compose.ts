import type { AuthoritySettings } from "@ops/authority/server";
import { composeModules } from "../apps/server/modules.ts";
import { leadModule } from "./lead.ts";

const settings: AuthoritySettings = {
  captchaTestAnswer: null,
  credentialKeys: [{ key: Buffer.alloc(16, 1), iv: Buffer.alloc(16, 2) }],
  deviceCookieKey: Buffer.alloc(32, 3),
  sealingKey: Buffer.alloc(32, 4),
};

/** The product with all its modules, and the table of the benchmarks. */
export function compose() {
  const { modules, authority } = composeModules(settings);
  const { authenticate, personName } = authority;
  return { modules: [...modules, leadModule], authenticate, personName };
}
