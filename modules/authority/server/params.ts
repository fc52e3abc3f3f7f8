import { paramsIn } from "@ops/platform/server";

const { number, choice, text } = paramsIn("账号与登录");

const declared = {
  captchaPerIpPerMinute: number("captcha.perIpPerMinute", 300, [10, 100_000], "每个IP每分钟可获取的图形验证码数"),
  captchaSeconds: number("captcha.validSeconds", 120, [30, 600], "图形验证码有效期（秒）"),
  trustedNetworks: text("auth.ip.trusted", "", "可信网段（CIDR，逗号分隔），按IP的限制放宽10倍"),
  ipFailures: number("auth.ip.failures", 30, [5, 10_000], "每个IP在统计时段内允许的登录失败次数"),
  ipDistinctNumbers: number("auth.ip.distinctNumbers", 10, [2, 1_000], "每个IP在统计时段内允许失败的不同账号数"),
  ipMinutes: number("auth.ip.minutes", 10, [1, 1_440], "IP失败的统计时段与封禁时长（分钟）"),
  lockFailures: number("auth.lock.failures", 5, [3, 20], "连续多少次密码错误后锁定"),
  lockMinutes: number("auth.lock.minutes", 15, [1, 1_440], "首次锁定时长与失败统计时段（分钟），再次锁定加倍"),
  lockMaxMinutes: number("auth.lock.maxMinutes", 60, [1, 1_440], "锁定时长上限（分钟）"),
  lockForgetHours: number("auth.lock.forgetHours", 12, [1, 168], "多少小时无失败后清零锁定等级"),
  sessionIdleMinutes: number("auth.session.idleMinutes", 120, [5, 1_440], "会话空闲多久后失效（分钟）"),
  sessionMaxHours: number("auth.session.maxHours", 12, [1, 168], "会话最长时长（小时）"),
  sessionPolicy: choice(
    "auth.session.policy",
    ["SINGLE", "MULTI"],
    "同一账号的会话：SINGLE 只保留最新登录，MULTI 允许多处登录",
  ),
  sessionMax: number("auth.session.max", 3, [2, 50], "允许多处登录时的会话上限"),
  passwordMaxAgeDays: number("auth.password.maxAgeDays", 0, [0, 3_650], "密码多少天未修改须更换，0 为不限"),
  passwordLoginEnabled: choice(
    "auth.passwordLogin.enabled",
    ["on", "off"],
    "是否开放密码登录；关闭后仅管理员可用密码登录",
  ),
  organizationUnionMode: choice("auth.org.unionMode", ["off", "allowed"], "是否允许「全部组织(合并视图)」"),
  interfaceIdleDays: number("interface.idleDays", 90, [1, 400], "接口多少天未被调用标记为闲置"),
  overstepsAllowed: number("interface.oversteps", 20, [1, 10_000], "10分钟内越权被拒超过多少次提示疑似越权尝试"),
  dormantDays: number("auth.dormantDays", 60, [7, 3_650], "账号多少天未使用后休眠"),
};
export const authorityParams = Object.values(declared);

export const {
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
} = declared;
