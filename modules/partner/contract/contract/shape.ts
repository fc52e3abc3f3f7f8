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
  withMeta,
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

/** People type the number by hand, and refusals of other contracts show it. */
const contractNo = requiredText("合同号", 40).regex(
  /^[\u4e00-\u9fa5A-Za-z0-9（）()〔〕[\]_/-]*$/,
  "合同号只能用汉字、字母、数字、括号和-_/",
);

export const ContractShape = shape("partnerContract", "合同", {
  partnerId: recordId.meta({ label: "伙伴" }),
  contractNo,
  title: requiredText("合同名称", 100),
  kind: oneOf(contractKinds, "请选择合同类型").meta({ label: "类型" }),
  startOn: day.meta({ label: "开始日期" }),
  endOn: day.meta({ label: "结束日期" }),
  /** The first day on which a contract that was terminated early is not valid; null if it was not terminated. */
  terminatedOn: withMeta(day.nullable(), { label: "解除日期" }),
  terms: ContractTerms.meta({ label: "商务条款" }),
  depositFen: fen.nullable().default(null).meta({ label: "保证金" }),
  signedOn: withMeta(day.nullable(), { label: "签署日期" }),
  brandSigner: requiredText("品牌签署人", 40).nullable(),
  partnerSigner: requiredText("伙伴签署人", 40).nullable(),
  prevContractId: recordId.nullable().default(null).meta({ label: "续签自" }),
  state: contractStates.schema,
  stateReason: boundedText("原因", 200).nullable(),
});

/** A file as it was attached, with its hash. `stored` is true as long as its content still exists. */
const file = z.object({ id: z.string(), fileName: z.string(), sha256: z.string(), stored: StoredFile.nullable() });

export const Contract = ContractShape.answer({
  partnerName: withMeta(z.string(), { label: "伙伴" }),
  /** Null for those who may not see commercial terms. */
  terms: ContractShape.fields.terms.nullable(),
  files: z.array(file).meta({ label: "附件" }),
  prevContractNo: withMeta(z.string().nullable(), { label: "续签自" }),
  /** Uncovered days between the end of the former contract and the start of this one; 0 if it follows directly. */
  gapDays: withMeta(z.int(), { label: "间断天数" }),
  /** Another contract follows it already, even if that is still a draft. */
  isRenewed: z.boolean(),
  /** True if the reader handed it in, so that somebody else has to approve it. */
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
