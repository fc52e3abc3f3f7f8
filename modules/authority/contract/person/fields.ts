import { masks, ruledResource, unmaskable, type WholeColumn } from "@ops/platform/contract";

/** The fields of a person that a role may hide or make read-only (AU-R20). */
export const ofUser = ruledResource({
  key: "user",
  name: "用户",
  read: "authority:user:list",
  fields: { mobilePhone: "手机号", staffNo: "工号", email: "邮箱", validUntil: "有效期至", remark: "备注" },
});

/** The fields of a person that holders of the code may see unmasked, one look at a time (PF-R104). */
export const plainUserFields = unmaskable({
  name: "用户",
  bizType: "appUser",
  code: "authority:user:unmask",
  fields: { mobilePhone: "手机号", email: "邮箱" },
});

/** A column of phones by which people are looked up. */
export const wholeUserPhone: WholeColumn = { mask: masks.phone, tables: [plainUserFields.bizType] };
