import { businessErrors, type ImportKind, PHONE_FORM } from "@ops/platform/contract";
import { wholeUserPhone } from "../person/fields.ts";
import { createUser } from "./calls.ts";

/** 用户导入 (section 8): each row is a post of a person. The account is created if nobody has its phone yet. */
export const userImport = {
  key: "authority.userImport",
  name: "用户",
  permission: createUser.permission,
  page: "/AuthorityManagement/UserManagement",
  byHand: createUser,
  version: 1,
  mostRows: 5_000,
  columns: [
    { key: "userName", title: "姓名", required: true, max: 40, note: "最长40个字符，一个汉字算2个" },
    {
      key: "mobilePhone",
      title: "手机号",
      required: true,
      pattern: PHONE_FORM,
      whole: wholeUserPhone,
      note: "一个手机号一个账号；同一手机号的多行为多个任职，姓名、工号、用户类型、有效期须一致；已有账号只增加任职",
    },
    { key: "staffNo", title: "工号", pattern: /^[A-Za-z0-9]{3,20}$/, note: "3–20位字母或数字，不能重复" },
    { key: "userType", title: "用户类型", required: true, dict: "user_type", note: "从下拉列表中选择" },
    { key: "organizationCode", title: "组织编码", required: true, max: 30, note: "启用中的组织的编码" },
    { key: "positionCode", title: "职位编码", required: true, max: 40, note: "可在该组织任职的职位的编码" },
    { key: "roleCodes", title: "角色编码", max: 1_000, note: "可不填；多个用分号隔开，只能是您可授予的角色" },
    { key: "validUntil", title: "有效期至", kind: "day", note: "合作伙伴、承运商必填，最长1年" },
    {
      key: "isPrimary",
      title: "主任职",
      words: { true: "是", false: "否" },
      note: "默认否；没有主任职的人，第一个任职为主任职",
    },
  ],
  options: [
    {
      key: "overwrite",
      label: "覆盖基本信息",
      note: "勾选后，手机号已存在的用户按文件更新姓名、工号、有效期；未填的列不变",
    },
  ],
} as const satisfies ImportKind;

export const userImportErrors = businessErrors(
  "USER_IMPORT",
  {
    organization: "组织编码不存在或已停用",
    position: "职位编码不存在",
    differs: "与第{line}行的{column}不一致",
    role: "角色{code}不在您的可授予范围内",
    changed: "导入期间该账号已变化，请重新导入",
  },
  ["role"],
);
