import { choiceParam, numberParam, textParam } from "@ops/platform/server";

const group = "账号与登录";

export const captchaPerIpPerMinute = numberParam("captcha.perIpPerMinute", 300, {
  group,
  description: "每个IP每分钟可获取的图形验证码数",
  min: 10,
  max: 100_000,
});
export const captchaSeconds = numberParam("captcha.validSeconds", 120, {
  group,
  description: "图形验证码有效期（秒）",
  min: 30,
  max: 600,
});
export const trustedNetworks = textParam("auth.ip.trusted", "", {
  group,
  description: "可信网段（CIDR，逗号分隔），按IP的限制放宽10倍",
});
export const ipFailures = numberParam("auth.ip.failures", 30, {
  group,
  description: "每个IP在统计时段内允许的登录失败次数",
  min: 5,
  max: 10_000,
});
export const ipDistinctNumbers = numberParam("auth.ip.distinctNumbers", 10, {
  group,
  description: "每个IP在统计时段内允许失败的不同账号数",
  min: 2,
  max: 1_000,
});
export const ipMinutes = numberParam("auth.ip.minutes", 10, {
  group,
  description: "IP失败的统计时段与封禁时长（分钟）",
  min: 1,
  max: 1_440,
});
export const lockFailures = numberParam("auth.lock.failures", 5, {
  group,
  description: "连续多少次密码错误后锁定",
  min: 3,
  max: 20,
});
export const lockMinutes = numberParam("auth.lock.minutes", 15, {
  group,
  description: "首次锁定时长与失败统计时段（分钟），再次锁定加倍",
  min: 1,
  max: 1_440,
});
export const lockMaxMinutes = numberParam("auth.lock.maxMinutes", 60, {
  group,
  description: "锁定时长上限（分钟）",
  min: 1,
  max: 1_440,
});
export const lockForgetHours = numberParam("auth.lock.forgetHours", 12, {
  group,
  description: "多少小时无失败后清零锁定等级",
  min: 1,
  max: 168,
});
export const sessionIdleMinutes = numberParam("auth.session.idleMinutes", 120, {
  group,
  description: "会话空闲多久后失效（分钟）",
  min: 5,
  max: 1_440,
});
export const sessionMaxHours = numberParam("auth.session.maxHours", 12, {
  group,
  description: "会话最长时长（小时）",
  min: 1,
  max: 168,
});
export const sessionPolicy = choiceParam("auth.session.policy", "SINGLE", {
  group,
  description: "同一账号的会话：SINGLE 只保留最新登录，MULTI 允许多处登录",
  choices: ["SINGLE", "MULTI"],
});
export const sessionMax = numberParam("auth.session.max", 3, {
  group,
  description: "允许多处登录时的会话上限",
  min: 2,
  max: 50,
});
export const passwordMaxAgeDays = numberParam("auth.password.maxAgeDays", 0, {
  group,
  description: "密码多少天未修改须更换，0 为不限",
  min: 0,
  max: 3_650,
});
export const passwordLoginEnabled = choiceParam("auth.passwordLogin.enabled", "on", {
  group,
  description: "是否开放密码登录；关闭后仅管理员可用密码登录",
  choices: ["on", "off"],
});
export const organizationUnionMode = choiceParam("auth.org.unionMode", "off", {
  group,
  description: "是否允许「全部组织(合并视图)」",
  choices: ["off", "allowed"],
});
export const dormantDays = numberParam("auth.dormantDays", 60, {
  group,
  description: "账号多少天未使用后休眠",
  min: 7,
  max: 3_650,
});
export const interfaceIdleDays = numberParam("interface.idleDays", 90, {
  group,
  description: "接口多少天未被调用标记为闲置",
  min: 1,
  max: 400,
});
export const overstepsAllowed = numberParam("interface.oversteps", 20, {
  group,
  description: "10分钟内越权被拒超过多少次提示疑似越权尝试",
  min: 1,
  max: 10_000,
});

export const authorityParams = [
  captchaPerIpPerMinute,
  captchaSeconds,
  trustedNetworks,
  ipFailures,
  ipDistinctNumbers,
  ipMinutes,
  lockFailures,
  lockMinutes,
  lockMaxMinutes,
  lockForgetHours,
  sessionIdleMinutes,
  sessionMaxHours,
  sessionPolicy,
  sessionMax,
  passwordMaxAgeDays,
  passwordLoginEnabled,
  organizationUnionMode,
  interfaceIdleDays,
  overstepsAllowed,
  dormantDays,
];
