import { businessErrors, type ImportKind, PHONE_FORM } from "@ops/platform/contract";
import { wholeUserPhone } from "../person/fields.ts";
import { bindOtherAccount } from "./calls.ts";

/** 第三方绑定 (section 8): an identity of another platform, and the phone of the person who owns it. */
export const otherAccountImport = {
  key: "authority.bindingImport",
  name: "第三方绑定",
  permission: bindOtherAccount.permission,
  page: "/AuthorityManagement/OtherAccountManage",
  byHand: bindOtherAccount,
  version: 1,
  mostRows: 5_000,
  columns: [
    { key: "platform", title: "平台", required: true, dict: "third_platform", note: "从下拉列表中选择" },
    { key: "externalId", title: "外部账号", required: true, max: 100, note: "该平台上的账号，区分大小写" },
    { key: "externalName", title: "外部名称", max: 60, note: "该平台上的姓名或昵称" },
    {
      key: "mobilePhone",
      title: "用户手机号",
      required: true,
      pattern: PHONE_FORM,
      whole: wholeUserPhone,
      note: "绑定给谁；已绑定给同一人的行会跳过",
    },
  ],
} as const satisfies ImportKind;

export const otherAccountImportErrors = businessErrors("BIND_IMPORT", { person: "用户手机号对应的数据不存在" });
