/** The stage of a time: calm in its first half, then half, and over from its end on. */
type CountdownStage = "calm" | "half" | "over";

interface Running {
  readonly stage: CountdownStage;
  /** `2天 03:04:05`; once over, how long ago that was. */
  readonly text: string;
}

const SECOND_MS = 1_000;

/** Finds the stage and the remaining time between `from` and `until`. A second that has begun still counts. */
export function readCountdown(from: Date, until: Date, now: Date): Running {
  const left = until.getTime() - now.getTime();
  if (left <= 0) return { stage: "over", text: `已超时 ${showSpan(Math.floor(-left / SECOND_MS))}` };
  const isHalf = left <= (until.getTime() - from.getTime()) / 2;
  return { stage: isHalf ? "half" : "calm", text: showSpan(Math.ceil(left / SECOND_MS)) };
}

const HOUR = 3_600;
const DAY = 24 * HOUR;

function showSpan(seconds: number): string {
  const clock = [Math.floor((seconds % DAY) / HOUR), Math.floor((seconds % HOUR) / 60), seconds % 60];
  const text = clock.map((part) => String(part).padStart(2, "0")).join(":");
  return seconds < DAY ? text : `${Math.floor(seconds / DAY)}天 ${text}`;
}
