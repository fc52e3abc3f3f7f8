import { businessErrors } from "@ops/platform/contract";

export const thirdErrors = businessErrors("", {
  thirdUnbound: "您尚未绑定{system}账号，请联系管理员",
  thirdDisabled: "该系统已停用",
  thirdClientMissing: "票据登录须选择接口账号",
  thirdClientUnfit: "该接口账号未授权「校验第三方票据」接口",
  thirdRolesMissing: "请选择可见角色！对全部人员开放须由全部数据范围的管理员设置",
  thirdPhone: "提供手机号须具有全部人员的「查看用户明文」权限",
  thirdRoleUnknown: "所选角色不存在或不在您的可见范围内",
  ticketInvalid: "票据无效或已过期",
});
