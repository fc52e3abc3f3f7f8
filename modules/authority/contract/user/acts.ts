import { actsOf } from "@ops/platform/contract";
import { userStates } from "../person/states.ts";
import { User } from "./shape.ts";

const SWITCH = "authority:user:disable";

/** 离职 and 复职 are not acts but separate calls: 离职 takes the receivers of the work, and 复职 answers an initial password. */
export const userActs = actsOf(
  userStates,
  { path: "/user/v1/users", answer: User, number: "userName" },
  {
    disable: {
      permission: SWITCH,
      audit: "停用账号",
      reason: true,
      danger: true,
      consequence: () => "停用后该用户会立即退出登录，且无法再登录。",
    },
    enable: {
      permission: SWITCH,
      audit: "启用账号",
      reason: true,
      consequence: () => "启用后该用户可以重新登录；休眠的账号须先修改密码。",
    },
  },
);
export const { disable: disableUser, enable: enableUser } = userActs.endpoints;
