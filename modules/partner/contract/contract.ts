import {
  boundedText,
  day,
  endpoint,
  fen,
  idParams,
  keyword,
  listQuery,
  moment,
  oneOf,
  pageOf,
  reason,
  recordId,
  requiredText,
  StoredFile,
  sortable,
  version,
} from "@ops/platform/contract";
import { z } from "zod";
import { contractStates } from "./contract.states.ts";
import { ContractTerms } from "./terms.ts";

const PAGE = "/Partner/list";
const VIEW = "partner:contract:view";
const EDIT = "partner:contract:edit";
const APPROVE = "partner:contract:approve";
/** Commercial terms are for its holders alone (section 7). */
export const CONTRACT_TERMS = "partner:contract:terms";

export const contractKinds = {
  MAIN: "主合同",
  SUPPLEMENT: "补充协议",
  NDA: "保密协议",
  INTEGRITY: "廉洁协议",
} as const;
export type ContractKind = keyof typeof contractKinds;

const kind = oneOf(contractKinds, "请选择合同类型").meta({ label: "类型" });
/** As it was attached, with its hash; `stored` as long as its content is there. */
const file = z.object({ id: z.string(), fileName: z.string(), sha256: z.string(), stored: StoredFile.nullable() });

/** Typed by hand and shown in the refusals of other contracts. */
const contractNo = requiredText("合同号", 40).regex(
  /^[\u4e00-\u9fa5A-Za-z0-9（）()〔〕[\]_/-]*$/,
  "合同号只能用汉字、字母、数字、括号和-_/",
);

export const Contract = z.object({
  id: z.string(),
  partnerId: z.string(),
  partnerName: z.string().meta({ label: "伙伴" }),
  contractNo: z.string().meta({ label: "合同号" }),
  title: z.string().meta({ label: "名称" }),
  kind,
  startOn: z.string().meta({ label: "开始日期" }),
  endOn: z.string().meta({ label: "结束日期" }),
  /** The day from which it no longer held, where it ended before its time. */
  terminatedOn: z.string().nullable().meta({ label: "解除日期" }),
  /** Null for those who may not see commercial terms. */
  terms: ContractTerms.nullable().meta({ label: "商务条款" }),
  depositFen: fen.nullable().meta({ label: "保证金" }),
  files: z.array(file).meta({ label: "附件" }),
  signedOn: z.string().nullable().meta({ label: "签署日期" }),
  brandSigner: z.string().nullable().meta({ label: "品牌签署人" }),
  partnerSigner: z.string().nullable().meta({ label: "伙伴签署人" }),
  prevContractId: z.string().nullable(),
  prevContractNo: z.string().nullable().meta({ label: "续签自" }),
  /** Days between the end of the contract before it and its own start that nothing covers; 0 when it follows at once. */
  gapDays: z.int().meta({ label: "间断天数" }),
  /** Another follows it already, be it a draft. */
  isRenewed: z.boolean(),
  state: contractStates.schema,
  stateReason: z.string().nullable().meta({ label: "原因" }),
  /** Handed in by the reader: somebody else has to approve it. */
  isOwn: z.boolean(),
  createdAt: moment.meta({ label: "创建时间" }),
  updatedAt: moment.meta({ label: "更新时间" }),
  version,
});
export type Contract = z.output<typeof Contract>;

export const listContracts = endpoint({
  method: "GET",
  path: "/partner/v1/contracts",
  title: "合同列表",
  permission: VIEW,
  page: PAGE,
  query: listQuery.extend({
    partnerId: recordId.optional(),
    keyword: keyword("合同号或名称"),
    kind: kind.optional(),
    state: contractStates.schema.optional(),
    ...sortable("contractNo", "startOn", "endOn", "updatedAt"),
  }),
  answer: pageOf(Contract),
});

export const getContract = endpoint({
  method: "GET",
  path: "/partner/v1/contracts/{id}",
  title: "合同详情",
  permission: VIEW,
  record: "partnerContract",
  page: PAGE,
  params: idParams,
  answer: Contract,
});

const fields = {
  title: requiredText("合同名称", 100),
  startOn: day.meta({ label: "开始日期" }),
  endOn: day.meta({ label: "结束日期" }),
  terms: ContractTerms.optional().meta({ label: "商务条款" }),
  depositFen: fen.nullable().default(null).meta({ label: "保证金" }),
  fileIds: z.array(recordId).max(20, "附件最多20个").default([]).meta({ label: "附件" }),
};

export const createContract = endpoint({
  method: "POST",
  path: "/partner/v1/contracts",
  audit: "新增合同",
  permission: EDIT,
  page: PAGE,
  body: z.object({
    partnerId: recordId,
    contractNo,
    kind,
    prevContractId: recordId.nullable().default(null),
    ...fields,
  }),
  answer: Contract,
});

export const editContract = endpoint({
  method: "PUT",
  path: "/partner/v1/contracts/{id}",
  audit: "修改合同",
  permission: EDIT,
  page: PAGE,
  params: idParams,
  body: z.object({ ...fields, version }),
  answer: Contract,
});

/** 提交审批 by whoever edits, 通过 or 驳回 by whoever approves. */
export const reviewContract = endpoint({
  method: "POST",
  path: "/partner/v1/contracts/{id}/review",
  audit: "审批合同",
  permission: APPROVE,
  page: PAGE,
  params: idParams,
  body: z.object({
    isApproved: z.boolean("请选择审批结果").meta({ label: "审批结果" }),
    note: boundedText("审批意见", 200).optional(),
    version,
  }),
  answer: Contract,
});

export const submitContract = endpoint({
  method: "POST",
  path: "/partner/v1/contracts/{id}/submit",
  audit: "提交合同审批",
  permission: EDIT,
  page: PAGE,
  params: idParams,
  body: z.object({ version }),
  answer: Contract,
});

export const signContract = endpoint({
  method: "POST",
  path: "/partner/v1/contracts/{id}/sign",
  audit: "签署合同",
  permission: EDIT,
  page: PAGE,
  params: idParams,
  body: z.object({
    signedOn: day.meta({ label: "签署日期" }),
    brandSigner: requiredText("品牌签署人", 40),
    partnerSigner: requiredText("伙伴签署人", 40),
    fileIds: z.array(recordId).max(20, "附件最多20个").default([]).meta({ label: "已签署合同" }),
    version,
  }),
  answer: Contract,
});

export const terminateContract = endpoint({
  method: "POST",
  path: "/partner/v1/contracts/{id}/terminate",
  audit: "解除合同",
  permission: APPROVE,
  risk: "HIGH",
  page: PAGE,
  params: idParams,
  body: z.object({ reason, version }),
  answer: Contract,
});

/** A draft that begins the day after with the same terms. */
export const renewContract = endpoint({
  method: "POST",
  path: "/partner/v1/contracts/{id}/renew",
  audit: "续签合同",
  permission: EDIT,
  page: PAGE,
  params: idParams,
  body: z.object({
    contractNo,
    startOn: day.optional().meta({ label: "开始日期" }),
    endOn: day.meta({ label: "结束日期" }),
    version,
  }),
  answer: Contract,
});

const source = z.object({ contractId: z.string(), contractNo: z.string(), kind });

/** What holds for a partner on a day, each term with the contract that says so (PT-R6). */
export const EffectiveTerms = z.object({
  day: z.string(),
  mainContractNo: z.string().meta({ label: "主合同" }),
  endOn: z.string().meta({ label: "结束日期" }),
  /** It has ended; its terms go on until then. */
  graceUntil: z.string().nullable(),
  terms: ContractTerms,
  sources: z.array(source.extend({ term: z.string() })),
  depositFen: fen,
  depositSource: source,
});
export type EffectiveTerms = z.output<typeof EffectiveTerms>;

export const getEffectiveTerms = endpoint({
  method: "GET",
  path: "/partner/v1/partners/{id}/terms",
  title: "伙伴有效条款",
  permission: CONTRACT_TERMS,
  requires: [VIEW],
  page: PAGE,
  params: idParams,
  query: z.object({ day: day.optional() }),
  answer: EffectiveTerms.nullable(),
});
