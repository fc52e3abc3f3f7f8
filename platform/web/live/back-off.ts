export const POLL_SECONDS = 30;
const FAILURES_BEFORE_POLLING = 3;

/** Seconds to wait before the next try: 1, 2, 4 … 30 (PF-R101). */
export function retrySeconds(failures: number): number {
  return Math.min(30, 2 ** Math.max(0, failures - 1));
}

/**
 * Spreads reconnections over five seconds, so that a restarted node does not get all pages in the same second
 * (PF-R109).
 */
export function jitterSeconds(random: number): number {
  return random * 5;
}

export function shouldPoll(failures: number): boolean {
  return failures >= FAILURES_BEFORE_POLLING;
}
