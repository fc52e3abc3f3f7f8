import { numberParam } from "@ops/platform/server";

/**
 * The time in which a fraudulent change can be noticed (PT-R16). The brand may make it longer than a day, but not
 * shorter.
 */
export const coolingHours = numberParam("partner.account.coolingHours", 24, {
  group: "合作伙伴",
  description: "结算账户变更确认后多少小时生效",
  min: 24,
  max: 168,
});

export const accountParams = [coolingHours];
