const started: { last: number }[] = [];

/**
 * A series 1, 2, 3 … for builders of test data. Each test database begins it anew: test files share processes, and what
 * a builder makes must not depend on the files that ran before.
 */
export function startSeries(): () => number {
  const series = { last: 0 };
  started.push(series);
  return () => ++series.last;
}

/** Called with each new test database. */
export function restartSeries(): void {
  for (const series of started) series.last = 0;
}
