import { auditBroken } from "@ops/platform/contract";
import { notify, on } from "@ops/platform/server";
import { listAuditLogs } from "../../contract/index.ts";
import { holdersOfCode } from "../rights/holders.ts";

/** Warns everybody who may read the log that it no longer matches its seal (PF-R98). */
export const tellAuditBroken = on(
  auditBroken,
  { name: "authority.tellAuditBroken", title: "日志校验失败时提醒审计人员" },
  async (tx, { no, fault }) => {
    await notify(tx, await holdersOfCode(tx, listAuditLogs.permission), {
      category: "WARNING",
      level: "ERROR",
      title: "日志校验失败",
      content: `第${no}段操作日志与封存时不一致：${fault}，请立即核查。`,
      route: "/AuthorityManagement/InterfaceAuthority?tab=logs",
      about: `auditSeal:${no}`,
    });
  },
);
