import {
  type AuthoritySettings,
  createFirstAdministrator,
  type DemoAccount,
  demoAccounts,
  loadAuthorityDemo,
  loadThirdPartyDemo,
  lockFirstStart,
} from "@ops/authority/server";
import { loadPartnerDemo, partnerDemoAccounts } from "@ops/partner/server";
import type { Config, PlatformNode } from "@ops/platform/server";
import { loadVehicleDemo } from "@ops/vehicle/server";

export type { DemoAccount };

/** What a fresh database needs before anybody can sign in. Answers the accounts that the starter shows. */
export async function prepareData(
  node: PlatformNode,
  config: Config,
  { sealingKey }: Pick<AuthoritySettings, "sealingKey">,
): Promise<DemoAccount[]> {
  const accounts = await loadDemo(node, config, sealingKey);
  if (accounts.length > 0) return accounts;
  const administrator = await createFirstAdministrator(node.access, config.adminPhone);
  if (!administrator) return [];
  return [{ ...administrator, staffNo: "-", note: "系统管理员，仅显示一次，首次登录须修改密码" }];
}

/** The demo data of all modules in one transaction, at the first start and never in production. */
async function loadDemo(node: PlatformNode, config: Config, sealingKey: Buffer): Promise<DemoAccount[]> {
  if (config.appEnv === "production" || config.demoData === "none") return [];
  const isThere = await node.access.commit(async (tx) => {
    await lockFirstStart(tx);
    const isDemo = await loadAuthorityDemo(tx);
    if (isDemo) await loadThirdPartyDemo(tx, { sealingKey, portal: config.ssoHost });
    if (isDemo) await loadVehicleDemo(tx);
    if (isDemo) await loadPartnerDemo(tx);
    return isDemo;
  });
  return isThere ? [...demoAccounts(), ...partnerDemoAccounts] : [];
}
