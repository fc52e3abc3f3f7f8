import {
  boundedText,
  createdAt,
  day,
  fen,
  oneOf,
  recordId,
  requiredText,
  StoredFile,
  shape,
  updatedAt,
} from "@ops/platform/contract";
import { z } from "zod";
import { contractStates } from "./states.ts";
import { ContractTerms } from "./terms.ts";

export const contractKinds = {
  MAIN: "主合同",
  SUPPLEMENT: "补充协议",
  NDA: "保密协议",
  INTEGRITY: "廉洁协议",
} as const;
export type ContractKind = keyof typeof contractKinds;

/** Typed by hand and shown in the refusals of other contracts. */
const contractNo = requiredText("合同号", 40).regex(
  /^[\u4e00-\u9fa5A-Za-z0-9（）()〔〕[\]_/-]*$/,
  "合同号只能用汉字、字母、数字、括号和-_/",
);

export const ContractShape = shape("partnerContract", "合同", {
  partnerId: recordId,
  contractNo,
  title: requiredText("合同名称", 100),
  kind: oneOf(contractKinds, "请选择合同类型").meta({ label: "类型" }),
  startOn: day.meta({ label: "开始日期" }),
  endOn: day.meta({ label: "结束日期" }),
  /** The day from which it no longer held, where it ended before its time. */
  terminatedOn: day.nullable().meta({ label: "解除日期" }),
  terms: ContractTerms.meta({ label: "商务条款" }),
  depositFen: fen.nullable().default(null).meta({ label: "保证金" }),
  signedOn: day.nullable().meta({ label: "签署日期" }),
  brandSigner: requiredText("品牌签署人", 40).nullable(),
  partnerSigner: requiredText("伙伴签署人", 40).nullable(),
  prevContractId: recordId.nullable().default(null),
  state: contractStates.schema,
  stateReason: boundedText("原因", 200).nullable(),
});

/** As it was attached, with its hash; `stored` as long as its content is there. */
const file = z.object({ id: z.string(), fileName: z.string(), sha256: z.string(), stored: StoredFile.nullable() });

export const Contract = ContractShape.answer({
  partnerName: z.string().meta({ label: "伙伴" }),
  /** Null for those who may not see commercial terms. */
  terms: ContractShape.fields.terms.nullable(),
  files: z.array(file).meta({ label: "附件" }),
  prevContractNo: z.string().nullable().meta({ label: "续签自" }),
  /** Days between the end of the contract before it and its own start that nothing covers; 0 when it follows at once. */
  gapDays: z.int().meta({ label: "间断天数" }),
  /** Another follows it already, be it a draft. */
  isRenewed: z.boolean(),
  /** Handed in by the reader: somebody else has to approve it. */
  isOwn: z.boolean(),
  createdAt,
  updatedAt,
});
export type Contract = z.output<typeof Contract>;

/** What all calls of contracts have in common. */
export const contractFrame = {
  path: "/partner/v1/contracts",
  page: "/Partner/list",
  answer: Contract,
  view: "partner:contract:view",
  edit: "partner:contract:edit",
} as const;
