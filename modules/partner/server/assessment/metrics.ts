import type { Tx } from "@ops/platform/server";
import { type AssessmentItem, type AssessmentMetric, metricOrder } from "../../contract/index.ts";
import { assessmentWeights } from "./params.ts";

/** A month of a partner. */
export interface MeasuredMonth {
  readonly partnerId: string;
  /** YYYY-MM */
  readonly period: string;
}

/** A module that owns a metric measures it; null when there was nothing to measure. */
export interface MetricSource {
  readonly metric: AssessmentMetric;
  measure(tx: Tx, month: MeasuredMonth): Promise<{ readonly value: number; readonly score: number } | null>;
}

const sources = new Map<AssessmentMetric, MetricSource>();

/** Told once at start by the module that owns the metric. Answers how to take it back. */
export function registerMetricSource(source: MetricSource): () => void {
  sources.set(source.metric, source);
  return () => void sources.delete(source.metric);
}

/** Each metric with its weight of today and what was measured; nobody's metric waits for a person to score it. */
export async function measuredItems(tx: Tx, month: MeasuredMonth): Promise<AssessmentItem[]> {
  const items: AssessmentItem[] = [];
  for (const metric of metricOrder) {
    const measured = (await sources.get(metric)?.measure(tx, month)) ?? { value: null, score: null };
    items.push({ metric, weight: tx.param(assessmentWeights[metric]), ...measured });
  }
  return items;
}
