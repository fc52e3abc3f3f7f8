import { wholeValueGuessed } from "@ops/platform/contract";
import { type NewNotice, notify, on, type Tx } from "@ops/platform/server";
import { listSessions } from "../../contract/index.ts";
import { holdersOfCode } from "../rights/holders.ts";

/** Warns those who look after sign-ins (PF-R23, PF-R59, PF-R104). */
export async function tellWatchers(
  tx: Tx,
  notice: Pick<NewNotice, "title" | "content" | "about" | "route">,
): Promise<void> {
  await notify(tx, await holdersOfCode(tx, listSessions.permission), {
    category: "WARNING",
    level: "ERROR",
    route: "/AuthorityManagement/UserManagement?tab=logs",
    ...notice,
  });
}

/** Whoever searches by one whole value after the other that nobody has may be guessing at masked data (PF-R104). */
export const tellValueGuessed = on(
  wholeValueGuessed,
  "authority.tellValueGuessed",
  async (tx, { userId, name, limit }) => {
    await tellWatchers(tx, {
      title: "疑似试探脱敏信息",
      content: `${name}今日按完整号码查询已有${limit}次未找到，当天的此类查询已停用，请核实。`,
      route: "/AuthorityManagement/InterfaceAuthority?tab=logs",
      about: `wholeValue:${userId}`,
    });
  },
);
