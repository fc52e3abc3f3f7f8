import { numberParam } from "@ops/platform/server";

/** PT-R16: time in which a false change is noticed. It may be longer than a day, never shorter. */
export const coolingHours = numberParam("partner.account.coolingHours", 24, {
  group: "合作伙伴",
  description: "结算账户变更确认后多少小时生效",
  min: 24,
  max: 168,
});

export const accountParams = [coolingHours];
