import { recordId } from "@ops/platform/contract";
import { type ParamDeclaration, paramsIn } from "@ops/platform/server";

const { number } = paramsIn("门店");

/** The role that people in training hold alone (ST-R13). */
export const traineeRole: ParamDeclaration<string> = {
  key: "store.traineeRoleId",
  initial: "",
  group: "门店",
  description: "培训认证中的人员持有的学员角色编号",
  rule: "角色编号，空白为未设置",
  parse: (text) => (text === "" || recordId.safeParse(text).success ? text : null),
};

/** Days after its end during which the holder of a certificate stays in post. */
export const graceDays = number("store.cert.graceDays", 30, [0, 365], "认证过期后仍可在岗的天数");

/** Days that people in post have when their position begins to ask for a certificate. */
export const holderDays = number("store.cert.holderDays", 90, [0, 365], "岗位改为须认证后在岗人员的认证期限天数");

export const certParams = [traineeRole, graceDays, holderDays];
