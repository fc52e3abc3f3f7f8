import type { Tx } from "@ops/platform/server";
import { type AssessmentItem, type AssessmentMetric, metricOrder } from "../../contract/index.ts";
import { assessmentWeights } from "./params.ts";

/** A month of a partner. */
export interface MeasuredMonth {
  readonly partnerId: string;
  /** The month as YYYY-MM. */
  readonly period: string;
}

/** Measures a metric. The module that owns the metric provides it; null if there was nothing to measure. */
export interface MetricSource {
  readonly metric: AssessmentMetric;
  measure(tx: Tx, month: MeasuredMonth): Promise<{ readonly value: number; readonly score: number } | null>;
}

const sources = new Map<AssessmentMetric, MetricSource>();

/**
 * Registers the source of a metric. The module that owns it calls this once at start. Answers a function that undoes
 * it.
 */
export function registerMetricSource(source: MetricSource): () => void {
  sources.set(source.metric, source);
  return () => void sources.delete(source.metric);
}

/**
 * Lists each metric with its present weight and its measured value. A metric without a source waits for a person to
 * score it.
 */
export async function measureItems(tx: Tx, month: MeasuredMonth): Promise<AssessmentItem[]> {
  const items: AssessmentItem[] = [];
  for (const metric of metricOrder) {
    const measured = (await sources.get(metric)?.measure(tx, month)) ?? { value: null, score: null };
    items.push({ metric, weight: tx.param(assessmentWeights[metric]), ...measured });
  }
  return items;
}
