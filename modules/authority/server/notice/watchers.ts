import { type NewNotice, notify, type Tx } from "@ops/platform/server";
import { listSessions } from "../../contract/index.ts";
import { holdersOfCode } from "../rights/holders.ts";

/** Warns those who look after sign-ins (PF-R23, PF-R59). */
export async function tellWatchers(tx: Tx, notice: Pick<NewNotice, "title" | "content" | "about">): Promise<void> {
  await notify(tx, await holdersOfCode(tx, listSessions.permission), {
    ...{ category: "WARNING", level: "ERROR", route: "/AuthorityManagement/UserManagement?tab=logs" },
    ...notice,
  });
}
