import { businessErrors } from "@ops/platform/contract";

/** Why somebody may not give, take or change a role (AU-R15). */
export const escalationErrors = businessErrors(
  "",
  {
    grantExceeds: "您不能授予超出自身权限的角色：{name}",
    roleNotGrantable: "该角色不在您的可授予范围内",
    userOutOfScope: "该用户不在您的管理范围内",
  },
  ["grantExceeds", "roleNotGrantable", "userOutOfScope"],
);
