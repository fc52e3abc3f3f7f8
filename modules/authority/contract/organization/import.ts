import { businessErrors, type ImportKind, PHONE_FORM } from "@ops/platform/contract";
import { wholeUserPhone } from "../person/fields.ts";
import { createOrganization } from "./calls.ts";

/** 组织导入 (section 8), by code: known organisations are changed, new ones are created below their parent. */
export const organizationImport = {
  key: "authority.orgImport",
  name: "组织",
  permission: createOrganization.permission,
  page: "/AuthorityManagement/OrgManagement",
  byHand: createOrganization,
  version: 1,
  mostRows: 5_000,
  columns: [
    {
      key: "code",
      title: "组织编码",
      pattern: /^[A-Z0-9_-]{2,30}$/,
      note: "已存在时更新名称、负责人和省市区；不填时自动编号，同一上级下的同名组织视为已存在",
    },
    { key: "name", title: "名称", required: true, max: 60, note: "同一上级下不能重名" },
    {
      key: "type",
      title: "类型",
      required: true,
      dict: "organization_type",
      note: "门店、交付中心、合作伙伴、承运商由各自的模块维护",
    },
    {
      key: "parentCode",
      title: "上级编码",
      required: true,
      max: 30,
      note: "可为本文件中的组织，先后不限；已有组织的上级请在组织管理中移动",
    },
    {
      key: "leaderPhone",
      title: "负责人手机号",
      pattern: PHONE_FORM,
      whole: wholeUserPhone,
      note: "须在本组织或上级组织在任；不填时不变",
    },
    { key: "regionCode", title: "省市区", pattern: /^\d{6}$/, note: "6位行政区划代码；不填时不变" },
  ],
} as const satisfies ImportKind;

export const organizationImportErrors = businessErrors("ORG_IMPORT", {
  parent: "上级组织不存在",
  cycle: "形成循环上级",
  type: "类型与已有组织不一致",
  leader: "您无权设置该组织的负责人",
  moved: "上级组织与现有的不一致，请在组织管理中移动",
});
