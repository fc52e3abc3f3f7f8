import {
  createFirstAdministrator,
  type DemoAccount,
  demoAccounts,
  loadAuthorityDemo,
  lockFirstStart,
} from "@ops/authority/server";
import type { Config, PlatformNode } from "@ops/platform/server";

export type { DemoAccount };

/** What a fresh database needs before anybody can sign in. Answers the accounts that the starter shows. */
export async function prepareData(node: PlatformNode, config: Config): Promise<DemoAccount[]> {
  const accounts = await loadDemo(node, config);
  if (accounts.length > 0) return accounts;
  const administrator = await createFirstAdministrator(node.access, config.adminPhone);
  if (!administrator) return [];
  return [{ ...administrator, staffNo: "-", note: "系统管理员，仅显示一次，首次登录须修改密码" }];
}

/** The demo data of all modules in one transaction, at the first start and never in production. */
async function loadDemo(node: PlatformNode, config: Config): Promise<DemoAccount[]> {
  if (config.appEnv === "production" || config.demoData === "none") return [];
  const isThere = await node.access.commit(async (tx) => {
    await lockFirstStart(tx);
    return loadAuthorityDemo(tx);
  });
  return isThere ? demoAccounts() : [];
}
