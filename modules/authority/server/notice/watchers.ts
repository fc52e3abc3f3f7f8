import { wholeValueGuessed } from "@ops/platform/contract";
import { type NewNotice, notify, on, type Tx } from "@ops/platform/server";
import { listSessions } from "../../contract/index.ts";
import { holdersOfCode } from "../rights/holders.ts";
import { holdersOver } from "../rights/holders-at.ts";

type Warning = Pick<NewNotice, "title" | "content" | "about" | "route">;

/** Warns those who look after sign-ins of what concerns no person in particular, such as an address (PF-R23, PF-R59). */
export async function tellWatchers(tx: Tx, warning: Warning): Promise<void> {
  await warn(tx, await holdersOfCode(tx, listSessions.permission), warning);
}

async function warn(tx: Tx, watchers: readonly string[], warning: Warning): Promise<void> {
  await notify(tx, watchers, {
    category: "WARNING",
    level: "ERROR",
    route: "/AuthorityManagement/UserManagement?tab=logs",
    ...warning,
  });
}

/** Whoever searches by one whole value after the other that nobody has may be guessing at masked data (PF-R104). */
export const tellValueGuessed = on(
  wholeValueGuessed,
  { name: "authority.tellValueGuessed", title: "疑似试探脱敏信息时提醒安全人员" },
  async (tx, { userId, name, limit }) => {
    await warn(tx, await holdersOver(tx, listSessions.permission, userId), {
      title: "疑似试探脱敏信息",
      content: `${name}今日按完整号码查询已有${limit}次未找到，当天的此类查询已停用，请核实。`,
      route: "/AuthorityManagement/InterfaceAuthority?tab=logs",
      about: `wholeValue:${userId}`,
    });
  },
);
