const started: { last: number }[] = [];

/**
 * Makes a series 1, 2, 3 … for builders of test data. Each test database starts it again, because test files share
 * processes, and test data must not depend on earlier files.
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
