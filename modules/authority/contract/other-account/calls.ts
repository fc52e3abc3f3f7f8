import {
  businessErrors,
  dictCode,
  endpoint,
  idParams,
  keyword,
  listQuery,
  maskedPhone,
  moment,
  oneOf,
  pageOf,
  reason,
  reasonBody,
  recordId,
  requiredText,
  sortable,
  stateMachine,
  version,
} from "@ops/platform/contract";
import { z } from "zod";
import { ofUser } from "../user/fields.ts";

const page = "/AuthorityManagement/OtherAccountManage";
const base = "/user/v1/otherAccounts";

export const otherAccountStates = stateMachine({
  code: "AUTHORITY",
  entity: "第三方账号",
  initial: "BOUND",
  states: { BOUND: "已绑定", CONFLICT: "冲突", UNBOUND: "已解绑" },
  moves: {
    bind: { label: "绑定", from: ["UNBOUND"], to: "BOUND" },
    unbind: { label: "解绑", from: ["BOUND"], to: "UNBOUND" },
    resolve: { label: "处理冲突", from: ["CONFLICT"], to: "BOUND" },
    discard: { label: "处理冲突", from: ["CONFLICT"], to: "UNBOUND" },
  },
});

export const bindKinds = { MANUAL: "手工绑定", SYNC: "同步", SELF: "本人绑定" } as const;

const bindKind = oneOf(bindKinds).meta({ label: "绑定方式" });

/** Enough to tell two apart, not enough to be used. */
/** Of a short identity, its ends would be nearly all. */
export const maskIdentity = (text: string): string =>
  text.length < 6 ? "****" : `${text.slice(0, 2)}****${text.slice(-2)}`;

const maskedExternalId = z.string().overwrite(maskIdentity).meta({ label: "外部账号", masked: true });

/** An identity of another platform and whom it belongs to (AU-R50). */
export const OtherAccount = z.object({
  id: z.string(),
  platform: dictCode("third_platform", "平台"),
  externalId: maskedExternalId,
  externalName: z.string().nullable().meta({ label: "外部名称" }),
  userId: z.string().nullable(),
  userName: z.string().nullable().meta({ label: "用户" }),
  /** `组织(职位)` of the person's primary membership. */
  primaryPost: z.string().nullable().meta({ label: "组织(职位)" }),
  /** Who it could belong to, while that is open: those in the reader's reach by name, the others by number. */
  candidateNames: z.array(z.string()),
  otherCandidates: z.int(),
  bindKind,
  status: otherAccountStates.schema,
  conflictReason: z.string().nullable(),
  boundAt: moment.nullable().meta({ label: "绑定时间" }),
  lastUsedAt: moment.nullable().meta({ label: "最近使用" }),
  createdAt: moment.meta({ label: "创建时间" }),
  version,
});
export type OtherAccount = z.output<typeof OtherAccount>;

export const listOtherAccounts = endpoint({
  method: "GET",
  path: base,
  title: "第三方账号列表",
  permission: "authority:otherAccount:list",
  page,
  query: listQuery.extend({
    keyword: keyword("外部名称 / 用户姓名 / 完整外部账号"),
    platform: dictCode("third_platform", "平台").optional(),
    status: otherAccountStates.schema.optional(),
    bindKind: bindKind.optional(),
    userId: recordId.optional(),
    ...sortable("createdAt", "lastUsedAt", "externalName"),
  }),
  answer: pageOf(OtherAccount),
});

/** People whom an identity may be bound to; those with the same phone or staff number come first. */
export const BindingPerson = z.object({
  id: z.string(),
  userName: z.string(),
  mobilePhone: ofUser("mobilePhone", maskedPhone),
  staffNo: ofUser("staffNo", z.string().nullable()),
  primaryPost: z.string().nullable(),
  /** Why this person is suggested; null for the others. */
  suggestion: z.string().nullable(),
});
export type BindingPerson = z.output<typeof BindingPerson>;

export const listBindingPeople = endpoint({
  method: "GET",
  path: `${base}/people`,
  title: "可绑定人员",
  permission: "authority:otherAccount:bind",
  query: z.object({
    keyword: z.string().trim().max(50).optional(),
    /** The identity as it was typed: often a phone or a staff number itself. */
    externalId: z.string().trim().max(100).optional(),
    /** One whose conflict is to be solved. */
    accountId: recordId.optional(),
  }),
  answer: z.array(BindingPerson),
});

const userId = z.uuid("请选择用户！").meta({ label: "用户" });

export const bindOtherAccount = endpoint({
  method: "POST",
  path: base,
  audit: "绑定第三方账号",
  permission: "authority:otherAccount:bind",
  body: z.object({
    platform: z.string("请选择平台！").min(1, "请选择平台！").max(60).meta({ dict: "third_platform", label: "平台" }),
    externalId: requiredText("外部账号", 100),
    externalName: z.string().trim().max(60).nullable().meta({ label: "外部名称" }),
    userId,
  }),
  answer: OtherAccount,
});

export const resolveOtherAccount = endpoint({
  method: "POST",
  path: `${base}/{id}/resolve`,
  audit: "处理第三方账号冲突",
  permission: "authority:otherAccount:bind",
  params: idParams,
  body: z.object({
    /** Whom it belongs to; nobody = it stays unbound. */
    userId: userId.nullable(),
    reason,
    version,
  }),
  answer: OtherAccount,
});

export const unbindOtherAccount = endpoint({
  method: "POST",
  path: `${base}/{id}/unbind`,
  audit: "解绑第三方账号",
  permission: "authority:otherAccount:unbind",
  params: idParams,
  body: reasonBody,
  answer: OtherAccount,
});

export const otherAccountErrors = businessErrors("BIND", {
  exists: "该第三方账号已绑定用户{name}",
  conflict: "该第三方账号存在冲突，请在列表中处理冲突",
  userOff: "该用户已离职或不可用，不能绑定",
  unseen: "该第三方账号还涉及您数据范围外的人员，请由上级管理员处理",
  noCandidate: "只能绑定给候选人员",
  notOwn: "手机号和工号均不一致，不能绑定给自己",
});
