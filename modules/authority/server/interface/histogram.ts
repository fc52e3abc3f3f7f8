/** Upper bounds in ms; the last bucket counts everything slower. */
const bounds = [1, 2, 3, 5, 8, 12, 20, 30, 50, 80, 120, 200, 300, 500, 800, 1_200, 2_000, 3_000, 5_000, 10_000, 30_000];
export const BUCKETS = bounds.length + 1;

export function bucketOf(ms: number): number {
  const at = bounds.findIndex((bound) => ms <= bound);
  return at === -1 ? bounds.length : at;
}

/** Estimates the 95th percentile in ms by interpolating within its bucket; null without any calls. */
export function p95Of(buckets: readonly number[]): number | null {
  const total = buckets.reduce((sum, count) => sum + count, 0);
  if (total === 0) return null;
  const wanted = total * 0.95;
  let below = 0;
  for (const [at, count] of buckets.entries()) {
    if (below + count >= wanted) {
      const [from, to] = [bounds[at - 1] ?? 0, bounds[at] ?? bounds.at(-1) ?? 0];
      return Math.round(from + (to - from) * ((wanted - below) / count));
    }
    below += count;
  }
  return null;
}

export function sumOf(lists: readonly (readonly number[])[], length: number): number[] {
  return Array.from({ length }, (_, at) => lists.reduce((sum, list) => sum + (list[at] ?? 0), 0));
}
