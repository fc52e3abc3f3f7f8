import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import {
  type AuthoritySettings,
  createFirstAdministrator,
  demoAccounts,
  type FirstAdministrator,
  loadAuthorityDemo,
  loadThirdPartyDemo,
  lockFirstStart,
} from "@ops/authority/server";
import type { Config, DemoAccount, PlatformNode } from "@ops/platform/server";

export type { DemoAccount };

/** Prepares a new database, so that somebody can sign in. Answers the accounts that the start script shows. */
export async function prepareData(
  node: PlatformNode,
  config: Config,
  { sealingKey, firstPasswordHours }: Pick<AuthoritySettings, "sealingKey" | "firstPasswordHours">,
): Promise<DemoAccount[]> {
  const accounts = await loadDemo(node, config, sealingKey);
  if (accounts.length > 0) return accounts;
  const isProduction = config.appEnv === "production";
  const keep = async (made: FirstAdministrator) => {
    const file = await writeFirstPassword(config.dataDir, made);
    node.log.warn(
      { file },
      "the password of the first administrator is in this file: delete it after the first sign-in",
    );
  };
  const administrator = await createFirstAdministrator(node.access, {
    phone: config.adminPhone,
    firstPasswordHours,
    ...(isProduction ? { keep } : {}),
  });
  if (!administrator || isProduction) return [];
  return [{ ...administrator, staffNo: "-", note: "系统管理员，仅显示一次，首次登录须修改密码" }];
}

/**
 * Writes the password to a file for the owner of the process only, because many people can read the collected standard
 * output.
 */
async function writeFirstPassword(dataDir: string, { phone, password }: FirstAdministrator): Promise<string> {
  const file = join(dataDir, "first-administrator.txt");
  await mkdir(dataDir, { recursive: true });
  await rm(file, { force: true }); // an existing file would keep its own mode
  const text = `手机号：${phone}\n密码：${password}\n首次登录须修改密码，登录后请删除本文件。\n`;
  await writeFile(file, text, { mode: 0o600, flag: "wx" });
  return file;
}

/** Loads the demo data of all modules in one transaction, at the first start and never in production. */
async function loadDemo(node: PlatformNode, config: Config, sealingKey: Buffer): Promise<DemoAccount[]> {
  if (config.appEnv === "production" || config.demoData === "none") return [];
  const isThere = await node.access.commit(async (tx) => {
    await lockFirstStart(tx);
    const isDemo = await loadAuthorityDemo(tx);
    if (isDemo) await loadThirdPartyDemo(tx, { sealingKey, portal: config.ssoHost });
    if (isDemo) for (const { demo } of node.modules) await demo?.load(tx);
    return isDemo;
  });
  return isThere ? [...demoAccounts(), ...node.modules.flatMap(({ demo }) => demo?.accounts ?? [])] : [];
}
