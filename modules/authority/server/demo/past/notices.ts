import { notify, type Tx } from "@ops/platform/server";
import { remindOfDormancy, remindOfGrants, remindOfValidity } from "../../notice/reminders.ts";
import { namedAccounts } from "../people/accounts.ts";
import { administratorId } from "../rows.ts";

/** Sends what the nightly reminders would have sent, and one notice of each other kind to the administrator. */
export async function loadNotices(tx: Tx): Promise<void> {
  for (const remind of [remindOfValidity, remindOfDormancy, remindOfGrants]) await remind(tx);
  const locked = namedAccounts.find(({ staffNo }) => staffNo === "A0008");
  await notify(tx, [administratorId], {
    category: "WARNING",
    level: "ERROR",
    title: "登录来源已被临时封禁",
    about: "demo:ip",
    content: `来自116.23.*.*的登录失败过多，已封禁10分钟，涉及账号包括${locked?.userName ?? ""}，请留意是否有人在尝试密码。`,
    route: "/AuthorityManagement/UserManagement?tab=logs",
  });
  await notify(tx, [administratorId], {
    category: "SYSTEM",
    title: "接口目录有变化",
    about: "demo:sync",
    content: "新增12个，变更3个，下线1个，恢复0个。",
    route: "/AuthorityManagement/InterfaceAuthority?tab=sync",
  });
}
