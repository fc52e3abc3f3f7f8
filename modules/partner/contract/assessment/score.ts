import type { partnerLevels } from "../words.ts";

/** 考核指标. The module that owns a metric measures it (PT-R15). */
export const assessmentMetrics = {
  FIRST_CONTACT: "首联及时率",
  LOCK: "锁单率",
  ON_TIME: "准时交付率",
  COMPLAINT: "投诉率",
  EMPTY_LOCK: "空锁率",
} as const;
export type AssessmentMetric = keyof typeof assessmentMetrics;
export const metricOrder = [
  "FIRST_CONTACT",
  "LOCK",
  "ON_TIME",
  "COMPLAINT",
  "EMPTY_LOCK",
] as const satisfies AssessmentMetric[];

export interface AssessmentItem {
  readonly metric: AssessmentMetric;
  /** A metric of weight 0 does not count. */
  readonly weight: number;
  /** The measured value from 0 to 1; null if no module measured it. */
  readonly value: number | null;
  /** The score from 0 to 100 with two decimals; null until somebody gives it. */
  readonly score: number | null;
}

/** Computes Σ weight × score / Σ weight in hundredths, rounded half up; null while a score is missing. */
export function totalHundredths(items: readonly AssessmentItem[]): number | null {
  let weighted = 0;
  let weights = 0;
  for (const { weight, score } of items) {
    if (weight === 0) continue;
    if (score === null) return null;
    weighted += weight * Math.round(score * 100);
    weights += weight;
  }
  return weights === 0 ? null : Math.floor((2 * weighted + weights) / (2 * weights));
}

/** Finds the level: S from 90, A from 80, B from 60, otherwise C. */
export function levelOfTotal(hundredths: number): keyof typeof partnerLevels {
  if (hundredths >= 9000) return "S";
  if (hundredths >= 8000) return "A";
  return hundredths >= 6000 ? "B" : "C";
}
