import { createdAt, oneOf, recordId, requiredText, shape, typedMoment, withMeta } from "@ops/platform/contract";
import { z } from "zod";
import { otherAccountStates } from "./states.ts";

export const bindKinds = { MANUAL: "手工绑定", SYNC: "同步", SELF: "本人绑定" } as const;

export const OtherAccountShape = shape("otherAccount", "第三方账号", {
  platform: z.string("请选择平台！").min(1, "请选择平台！").max(60).meta({ dict: "third_platform", label: "平台" }),
  externalId: requiredText("外部账号", 100),
  externalName: z.string().trim().max(60).nullable().meta({ label: "外部名称" }),
  userId: withMeta(recordId.nullable(), { label: "用户" }),
  bindKind: oneOf(bindKinds).meta({ label: "绑定方式" }),
  status: otherAccountStates.schema,
  conflictReason: z.string().nullable(),
  boundAt: typedMoment("绑定时间").nullable(),
  lastUsedAt: typedMoment("最近使用").nullable(),
});

/**
 * Shows enough to tell two identities apart but not enough to use one. A short identity is hidden whole, because its
 * two ends would be nearly all of it.
 */
export const maskIdentity = (text: string): string =>
  text.length < 6 ? "****" : `${text.slice(0, 2)}****${text.slice(-2)}`;

/** An identity of another platform and the person who owns it (AU-R50). */
export const OtherAccount = OtherAccountShape.answer({
  externalId: z.string().overwrite(maskIdentity).meta({ label: "外部账号", masked: true }),
  userName: withMeta(z.string().nullable(), { label: "用户" }),
  /** `组织(职位)` of the person's primary membership. */
  primaryPost: withMeta(z.string().nullable(), { label: "组织(职位)" }),
  /** Possible owners while the conflict is open: people in scope by name, the others as a number. */
  candidateNames: z.array(z.string()),
  otherCandidates: z.int(),
  createdAt,
});
export type OtherAccount = z.output<typeof OtherAccount>;

/** What all calls of bindings have in common. */
export const otherAccountFrame = {
  path: "/user/v1/other-accounts",
  answer: OtherAccount,
  view: "authority:otherAccount:list",
  edit: "authority:otherAccount:bind",
} as const;
