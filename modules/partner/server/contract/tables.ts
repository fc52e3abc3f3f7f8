import { contractKinds, contractStates } from "../../contract/index.ts";
import { type RowOf, table } from "../database.ts";
import { throughPartner } from "../partner/scope.ts";

export const contracts = table("partnerContract", {
  entity: "合同",
  scope: throughPartner("partnerContract"),
  read: "partner:contract:view",
  partOf: { table: "partner", by: "partnerId" },
  number: "contractNo",
  json: ["terms", "files"],
  labels: {
    contractNo: "合同号",
    title: "名称",
    kind: "类型",
    startOn: "开始日期",
    endOn: "结束日期",
    depositFen: "保证金（分）",
    signedOn: "签署日期",
    brandSigner: "品牌签署人",
    partnerSigner: "伙伴签署人",
    state: "状态",
    stateReason: "原因",
    terminatedOn: "解除日期",
  },
  words: { kind: contractKinds, state: contractStates.states },
});
export type ContractRow = RowOf<typeof contracts>;

/** A file as it lay at the signing. */
export interface SignedFile {
  readonly id: string;
  readonly fileName: string;
  readonly sha256: string;
}
