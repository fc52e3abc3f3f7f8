import { interfaceStates, listInterfaces } from "../../contract/index.ts";
import { type RowOf, table } from "../database.ts";

const forAll = { unscoped: "the contract is the same for every organisation" };

export const interfaces = table("apiInterface", {
  entity: "接口",
  scope: forAll,
  read: listInterfaces.permission,
  number: "path",
  labels: {
    name: "名称",
    permissionCode: "权限点",
    status: "状态",
    sensitive: "敏感接口",
    logBody: "记录报文",
    ratePerMin: "每分钟调用上限",
  },
  words: {
    status: interfaceStates.states,
    sensitive: { true: "是", false: "否" },
    logBody: { true: "是", false: "否" },
  },
});
export type InterfaceRow = RowOf<typeof interfaces>;

export const syncRuns = table("interfaceSyncRun", {
  entity: "接口同步",
  scope: forAll,
  number: "appVersion",
  labels: { added: "新增", changed: "变更", removed: "下线", returned: "恢复" },
  json: ["details"],
});
export type SyncRunRow = RowOf<typeof syncRuns>;
