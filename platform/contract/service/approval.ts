import { z } from "zod";
import { endpoint } from "../endpoint.ts";
import { businessErrors } from "../errors.ts";
import { listQuery, pageOf } from "../paging.ts";
import { withMeta } from "../value/field-meta.ts";
import { day, idParams, moment, recordId, version } from "../value/fields.ts";
import { requiredText } from "../value/text-width.ts";

/** The states of a request (PF-R113). */
export const approvalStates = {
  OPEN: "审批中",
  APPROVED: "已通过",
  REJECTED: "已驳回",
  RETURNED: "已退回",
  WITHDRAWN: "已撤回",
} as const;
export const approvalVerdicts = { APPROVE: "通过", REJECT: "驳回", RETURN: "退回" } as const;
const verdict = z.enum(["APPROVE", "REJECT", "RETURN"]).meta({ label: "审批结果", words: approvalVerdicts });
const state = z
  .enum(["OPEN", "APPROVED", "REJECTED", "RETURNED", "WITHDRAWN"])
  .meta({ label: "状态", words: approvalStates });
export type ApprovalVerdict = z.output<typeof verdict>;
export type ApprovalState = z.output<typeof state>;

/** Refusals that all flows share (PF-R113 to PF-R115). */
export const approvalErrors = businessErrors("COMMON_APPROVAL", {
  changed: "申请内容已变化，请刷新后重新审批",
  self: "不能审批自己的申请",
  twice: "同一人不能审批两级",
  taker: "{name}不能审批{list}，不能接手",
  delegateDays: "委托期限最长30天，且结束日期不能早于今天",
  delegateSelf: "不能委托给自己",
  delegateNone: "您没有可委托的审批权限",
  delegateScope: "{name}的审批权限或范围小于您，不能受托",
  delegateOverlap: "该期间已有委托，请先结束原委托",
  delegateOver: "委托已结束",
});

/** A call of the module that gives one verdict. 待我审批 makes the same call as the page of the module. */
const DecidingCall = z.object({
  verdict,
  /** `/partner/v1/contracts/0199…/approve` */
  path: z.string(),
  /** Where the note goes in the body, and whether there has to be one. */
  noteIn: z.string(),
  needsNote: z.boolean(),
  /** The rest of the body, besides note and version. */
  body: z.record(z.string(), z.unknown()),
});
export type DecidingCall = z.output<typeof DecidingCall>;

const Fact = z.object({ label: z.string(), text: z.string() });

/** A request as the three boxes list it (PF-R117). */
export const Approval = z.object({
  id: z.string(),
  kind: z.string(),
  kindLabel: withMeta(z.string(), { label: "类型" }),
  bizId: z.string(),
  bizNo: withMeta(z.string(), { label: "单号" }),
  bizVersion: z.int(),
  title: withMeta(z.string(), { label: "标题" }),
  facts: z.array(Fact),
  applicantName: withMeta(z.string(), { label: "申请人" }),
  organizationName: withMeta(z.string(), { label: "组织" }),
  appliedAt: moment.meta({ label: "申请时间" }),
  levelLabel: withMeta(z.string(), { label: "当前级别" }),
  levelNo: z.int(),
  levelCount: z.int(),
  waitingSince: moment.meta({ label: "等待自" }),
  dueAt: withMeta(moment.nullable(), { label: "时限" }),
  isOverdue: z.boolean(),
  state,
  endedAt: withMeta(moment.nullable(), { label: "结束时间" }),
  /** The word in the address that opens the record over any page. */
  overlay: z.string(),
  /** Empty where the reader cannot decide it now. */
  calls: z.array(DecidingCall),
  /** How many requests of this kind may be approved together; 1 means each one by itself. */
  mostTogether: z.int(),
});
export type Approval = z.output<typeof Approval>;

export const approvalBoxes = { WAITING: "待我审批", SENT: "我发起的", DONE: "已办" } as const;
const box = z.enum(["WAITING", "SENT", "DONE"], "列表不正确");
export type ApprovalBox = z.output<typeof box>;

export const listApprovals = endpoint({
  method: "GET",
  path: "/common/v1/approvals",
  title: "待我审批、我发起的、已办",
  permission: "session",
  query: listQuery.extend({
    box: box.default("WAITING").meta({ label: "列表" }),
    kind: z.string().trim().max(60).optional().meta({ label: "类型" }),
    isOverdue: z.stringbool().optional().meta({ label: "已超时" }),
  }),
  answer: pageOf(Approval),
});

export const listApprovalKinds = endpoint({
  method: "GET",
  path: "/common/v1/approvals/kinds",
  title: "审批类型",
  permission: "session",
  answer: z.array(z.object({ kind: z.string(), label: z.string() })),
});

/** One level of a chain: decided, waiting, or still to come. */
const ChainLevel = z.object({
  levelNo: z.int(),
  label: z.string(),
  verdict: verdict.nullable(),
  /** The people who decided or, for the open level, those who are asked. */
  names: z.array(z.string()),
  /** For whom, where the person who decided had been lent the approvals. */
  onBehalfOf: z.string().nullable(),
  note: z.string(),
  waitingSince: moment.nullable(),
  decidedAt: moment.nullable(),
  dueAt: moment.nullable(),
});
export type ApprovalChainLevel = z.output<typeof ChainLevel>;

export const ApprovalChain = z.object({
  id: z.string(),
  kindLabel: z.string(),
  title: z.string(),
  facts: z.array(Fact),
  applicantName: z.string(),
  appliedAt: moment,
  endedAt: moment.nullable(),
  state,
  levels: z.array(ChainLevel),
});
export type ApprovalChain = z.output<typeof ApprovalChain>;

/** Lists all requests about one record, latest first, for everybody who may see the record. */
export const listApprovalChains = endpoint({
  method: "GET",
  path: "/common/v1/approvals/records/{bizType}/{bizId}",
  title: "记录的审批过程",
  permission: "session",
  params: z.object({ bizType: z.string().regex(/^[a-zA-Z]{1,60}$/, "记录类型格式不正确"), bizId: recordId }),
  answer: z.array(ApprovalChain),
});

/** A level of a flow as administrators see it. If nobody has its code, its requests cannot be decided (PF-R118). */
export const FlowLevel = z.object({
  kind: z.string(),
  kindLabel: withMeta(z.string(), { label: "审批类型" }),
  levelLabel: withMeta(z.string(), { label: "级别" }),
  code: withMeta(z.string(), { label: "权限" }),
  workdays: withMeta(z.int().nullable(), { label: "时限（工作日）" }),
  holders: withMeta(z.int(), { label: "可审人数" }),
  waiting: withMeta(z.int(), { label: "审批中" }),
  unmanned: withMeta(z.int(), { label: "无人可审" }),
});
export type FlowLevel = z.output<typeof FlowLevel>;

export const listFlowLevels = endpoint({
  method: "GET",
  path: "/common/v1/approvals/levels",
  title: "审批流程与无人可审",
  permission: "platform:approval:list",
  answer: z.object({
    levels: z.array(FlowLevel),
    /** The requests that nobody can decide now, oldest first. */
    unmanned: z.array(Approval),
  }),
});

/** A delegation of a person's approvals for a time (PF-R115). */
export const ApprovalDelegation = z.object({
  id: z.string(),
  version,
  giverName: withMeta(z.string(), { label: "委托人" }),
  takerName: withMeta(z.string(), { label: "受托人" }),
  startsOn: day.meta({ label: "开始日期" }),
  endsOn: day.meta({ label: "结束日期" }),
  reason: withMeta(z.string(), { label: "原因" }),
  /** Given by the reader; else taken. */
  isGiven: z.boolean(),
  isOver: z.boolean(),
});
export type ApprovalDelegation = z.output<typeof ApprovalDelegation>;

export const listApprovalDelegations = endpoint({
  method: "GET",
  path: "/common/v1/approval-delegations",
  title: "审批委托",
  permission: "session",
  answer: z.array(ApprovalDelegation),
});

/**
 * Lists the first people by name who have all codes that the caller could delegate, with at least the same scope. Both
 * are checked again when the delegation is made.
 */
export const searchDelegationTakers = endpoint({
  method: "GET",
  path: "/common/v1/approval-delegations/takers",
  title: "可受托的人",
  permission: "session",
  query: z.object({ keyword: z.string().trim().max(50).optional().meta({ label: "姓名" }) }),
  answer: z.array(z.object({ id: z.string(), name: z.string() })),
});

export const createApprovalDelegation = endpoint({
  method: "POST",
  path: "/common/v1/approval-delegations",
  audit: "委托审批",
  permission: "session",
  body: z.object({
    takerId: recordId.meta({ label: "受托人" }),
    startsOn: day.meta({ label: "开始日期" }),
    endsOn: day.meta({ label: "结束日期" }),
    reason: requiredText("原因", 200),
  }),
  answer: ApprovalDelegation,
});

export const endApprovalDelegation = endpoint({
  method: "POST",
  path: "/common/v1/approval-delegations/{id}/end",
  audit: "结束审批委托",
  permission: "session",
  params: idParams,
  body: z.object({ version }),
  answer: ApprovalDelegation,
});
