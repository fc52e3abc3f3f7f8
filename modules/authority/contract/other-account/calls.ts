import { callsOf, endpoint, keyword, maskedPhone, reason, recordId, withMeta } from "@ops/platform/contract";
import { z } from "zod";
import { ofUser } from "../person/fields.ts";
import { OtherAccountShape, otherAccountFrame } from "./shape.ts";

const calls = callsOf(OtherAccountShape, otherAccountFrame);

export const listOtherAccounts = endpoint({
  ...calls.list(
    OtherAccountShape.query({
      is: ["platform", "status", "bindKind", "userId"],
      sort: ["createdAt", "lastUsedAt", "externalName"],
      more: { keyword: keyword("外部名称 / 用户姓名 / 完整外部账号") },
    }),
  ),
  page: "/AuthorityManagement/OtherAccountManage",
});

/** A person to whom an identity may be bound. People with the same phone or staff number come first. */
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

export const listBindingPeople = calls.beside("people", "可绑定人员", {
  permission: otherAccountFrame.edit,
  query: z.object({
    keyword: z.string().trim().max(50).optional().meta({ label: "关键字" }),
    /** The identity as it was typed, which is often a phone or staff number itself. */
    externalId: z.string().trim().max(100).optional().meta({ label: "外部账号" }),
    /** The identity whose conflict is to be resolved. */
    accountId: withMeta(recordId.optional(), { label: "第三方账号" }),
  }),
  answer: z.array(BindingPerson),
});

const userId = z.uuid("请选择用户！").meta({ label: "用户" });

export const bindOtherAccount = calls.create(
  { ...OtherAccountShape.pick("platform", "externalId", "externalName"), userId },
  "绑定第三方账号",
);
/** Decides to whom the identity belongs; null leaves it unbound. */
export const resolveOtherAccount = calls.on("resolve", "处理第三方账号冲突", { userId: userId.nullable(), reason });
