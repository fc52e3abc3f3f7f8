import { apiClientStates, listApiClients } from "../../contract/index.ts";
import { type RowOf, table } from "../database.ts";

export const apiClients = table("apiClient", {
  entity: "接口账号",
  scope: { organization: "ownerOrgId", owner: "ownerUserId" },
  read: listApiClients.permission,
  number: "name",
  labels: {
    name: "名称",
    ak: "AK",
    skTail: "SK尾号",
    keyNo: "密钥序号",
    previousUntil: "旧密钥保留至",
    ipAllow: "IP白名单",
    ratePerMin: "每分钟调用上限",
    validUntil: "有效期至",
    remark: "备注",
    status: "状态",
    disabledReason: "停用原因",
  },
  words: { status: apiClientStates.states },
});
export type ApiClientRow = RowOf<typeof apiClients>;
