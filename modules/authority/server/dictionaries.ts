import type { DictDeclaration } from "@ops/platform/contract";

export const userTypes: DictDeclaration = {
  code: "user_type",
  name: "用户类型",
  entries: [
    ["INTERNAL", "内部员工"],
    ["STORE", "门店员工"],
    ["PARTNER", "合作伙伴"],
    ["CARRIER", "承运商"],
    ["SERVICE", "系统账号"],
  ],
};

/** The kinds of people who belong to other companies (AU-R58). */
export const outsiderTypes: readonly string[] = ["PARTNER", "CARRIER"];

const genders: DictDeclaration = {
  code: "gender",
  name: "性别",
  entries: [
    ["MALE", "男"],
    ["FEMALE", "女"],
  ],
};

export const organizationTypes: DictDeclaration = {
  code: "organization_type",
  name: "组织类型",
  entries: [
    ["GROUP", "集团"],
    ["REGION", "大区"],
    ["CITY", "城市"],
    ["STORE", "门店"],
    ["DELIVERY", "交付中心"],
    ["DEPT", "部门"],
    ["PARTNER", "合作伙伴"],
    ["CARRIER", "承运商"],
  ],
};

const orgChangeKinds: DictDeclaration = {
  code: "org_change_kind",
  name: "组织变更类型",
  entries: [
    ["MOVE", "移动"],
    ["MERGE", "合并"],
    ["DISABLE", "停用"],
    ["ENABLE", "启用"],
  ],
};

export const dataScopes: DictDeclaration = {
  code: "data_scope",
  name: "数据范围",
  entries: [
    ["ALL", "全部"],
    ["ORG_TREE", "本组织及下级"],
    ["ORG", "本组织"],
    ["SELF", "仅本人"],
    ["CUSTOM", "自定义"],
  ],
};

const loginKinds: DictDeclaration = {
  code: "login_kind",
  name: "登录方式",
  entries: [
    ["PASSWORD", "密码"],
    ["STAFF_NO", "工号"],
    ["SMS", "短信"],
    ["TICKET_ISSUE", "票据签发"],
    ["TICKET", "票据"],
    ["TRANSFER", "单点跳转"],
    ["OIDC", "OIDC"],
    ["ORG_SWITCH", "切换组织"],
    ["PORTAL", "返回门户"],
  ],
};

const loginResults: DictDeclaration = {
  code: "login_result",
  name: "登录结果",
  entries: [
    ["SUCCESS", "成功", "green"],
    ["BAD_CREDENTIAL", "账号或密码错误", "red"],
    ["BAD_CAPTCHA", "验证码错误", "orange"],
    ["LOCKED", "已锁定", "red"],
    ["BLOCKED", "IP已封禁", "red"],
    ["DISABLED", "账号停用", "gray"],
    ["DORMANT", "账号休眠", "gray"],
    ["EXPIRED", "账号过期", "gray"],
    ["SERVICE", "系统账号", "gray"],
    ["LEFT", "已离职", "gray"],
    ["NO_ORG", "没有组织", "orange"],
    ["TICKET_INVALID", "票据无效", "red"],
    ["LOGOUT", "退出"],
    ["KICKED", "强制下线", "orange"],
    ["REPLACED", "被新登录替换", "orange"],
  ],
};

const thirdPlatforms: DictDeclaration = {
  code: "third_platform",
  name: "第三方平台",
  entries: [
    ["WECOM", "企业微信"],
    ["OIDC", "统一身份"],
    ["LARK", "飞书"],
    ["DMS", "DMS"],
    ["TMS", "TMS"],
  ],
};

export const authorityDictionaries: readonly DictDeclaration[] = [
  userTypes,
  genders,
  organizationTypes,
  orgChangeKinds,
  dataScopes,
  loginKinds,
  loginResults,
  thirdPlatforms,
];
