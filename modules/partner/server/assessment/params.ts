import { numberParam } from "@ops/platform/server";
import type { AssessmentMetric } from "../../contract/index.ts";

const weight = (metric: string, name: string, initial: number) =>
  numberParam(`partner.assess.weight.${metric}`, initial, {
    group: "合作伙伴",
    description: `考核权重：${name}（0表示不计入）`,
    min: 0,
    max: 100,
  });

/** The weights of future months. Each month stores its own weights (PT-R15). */
export const assessmentWeights = {
  FIRST_CONTACT: weight("firstContact", "首联及时率", 30),
  LOCK: weight("lock", "锁单率", 30),
  ON_TIME: weight("onTime", "准时交付率", 25),
  COMPLAINT: weight("complaint", "投诉率", 15),
  EMPTY_LOCK: weight("emptyLock", "空锁率", 0),
} as const satisfies Record<AssessmentMetric, unknown>;

export const rectifyDays = numberParam("partner.assess.rectifyDays", 30, {
  group: "合作伙伴",
  description: "连续两期C级后的整改期限（天）",
  min: 1,
  max: 365,
});

export const assessmentParams = [...Object.values(assessmentWeights), rectifyDays];
