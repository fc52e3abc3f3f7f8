import { monitorEventLoopDelay } from "node:perf_hooks";

/** What a server noticed of itself between `begin` and `end`. */
export interface Watched {
  readonly restMb: number;
  readonly mostMb: number;
  /** At ten points of the time. */
  readonly overTimeMb: readonly number[];
  readonly longestStallMs: number;
}

export interface Question {
  readonly watch?: "begin" | "end";
}

const EVERY_MS = 100;
const POINTS = 10;
let samples: number[] = [];
let timer: NodeJS.Timeout | undefined;
let stalls: ReturnType<typeof monitorEventLoopDelay> | undefined;

const rssMb = () => Math.round(process.memoryUsage.rss() / 1_048_576);

export async function watched(when: "begin" | "end"): Promise<Watched> {
  if (when === "begin") {
    samples = [rssMb()];
    timer = setInterval(() => samples.push(rssMb()), EVERY_MS);
    stalls = monitorEventLoopDelay({ resolution: 5 });
    stalls.enable();
  } else {
    clearInterval(timer);
    stalls?.disable();
  }
  const [restMb = 0] = samples;
  const at = (n: number) => samples[Math.round(((samples.length - 1) * n) / (POINTS - 1))] ?? 0;
  return {
    restMb,
    mostMb: Math.max(...samples),
    overTimeMb: Array.from({ length: POINTS }, (_, n) => at(n)),
    longestStallMs: Math.round((stalls?.max ?? 0) / 1e6),
  };
}
