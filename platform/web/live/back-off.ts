export const POLL_SECONDS = 30;
const FAILURES_BEFORE_POLLING = 3;

/** Seconds to wait before the next try: 1, 2, 4 … 30 (PF-R101). */
export function retrySeconds(failures: number): number {
  return Math.min(30, 2 ** Math.max(0, failures - 1));
}

export function shouldPoll(failures: number): boolean {
  return failures >= FAILURES_BEFORE_POLLING;
}
