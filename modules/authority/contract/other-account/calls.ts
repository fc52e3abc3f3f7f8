import { callsOf, endpoint, keyword, maskedPhone, reason, recordId } from "@ops/platform/contract";
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
  path: `${otherAccountFrame.path}/people`,
  title: "可绑定人员",
  permission: otherAccountFrame.edit,
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

export const bindOtherAccount = calls.create(
  { ...OtherAccountShape.pick("platform", "externalId", "externalName"), userId },
  "绑定第三方账号",
);
/** Says whom it belongs to; nobody = it stays unbound. */
export const resolveOtherAccount = calls.on("resolve", "处理第三方账号冲突", { userId: userId.nullable(), reason });
