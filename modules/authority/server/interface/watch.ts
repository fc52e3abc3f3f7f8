import { dayOf, type Endpoint, wireTime } from "@ops/platform/contract";
import { type AnsweredCall, type CallWatch, countInWindow, type NodeAccess, TooMany } from "@ops/platform/server";
import { interfaceErrors } from "../../contract/index.ts";
import { overstepsAllowed } from "../params.ts";
import { keyOf } from "./described.ts";
import { BUCKETS, bucketOf } from "./histogram.ts";
import { Switches } from "./switches.ts";
import { addUsage, type UsageCount } from "./usage.ts";

const FLUSH_MS = 60_000;
const OVERSTEP_SECONDS = 600;
/** Minutes of counts that wait while the database is away; older ones go. */
const MOST_WAITING = 60;

/** Stands at the door of each call: keeps out what is out of service, counts what comes. */
export class InterfaceWatch implements CallWatch {
  readonly #switches = new Switches();
  #counts = new Map<string, UsageCount>();
  #waiting: UsageCount[][] = [];
  #node: NodeAccess | undefined;
  #timer: NodeJS.Timeout | undefined;

  connect(node: NodeAccess): void {
    this.#node = node;
    node.onInvalidate("interfaces", () => this.#switches.drop());
    const tick = () => void this.flush().catch(() => undefined); // what could not be written waits for the next minute
    this.#timer = setInterval(tick, FLUSH_MS).unref();
  }

  async disconnect(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush().catch(() => undefined); // the database is away: a minute of counts is lost
  }

  async admit(endpoint: Endpoint): Promise<{ logged: boolean }> {
    const node = this.#node;
    if (!node) return { logged: false };
    const known = await this.#switches.of(keyOf(endpoint), node);
    if (!known) return { logged: false };
    if (known.status === "DISABLED") throw interfaceErrors.disabled();
    if (known.ratePerMin !== null) {
      const subject = `interface:${known.id}`;
      const count = await node.commit((tx) => countInWindow(tx.kysely, subject, 60, tx.now));
      if (count > known.ratePerMin) throw new TooMany("操作过于频繁，请稍后再试");
    }
    return { logged: known.sensitive };
  }

  answered(call: AnsweredCall): void {
    const node = this.#node;
    if (!node) return;
    this.#count(call, node.now());
    if (call.overstepped && call.userId) void warnOfOverstepping(node, call.userId).catch(() => undefined); // counts only
  }

  /** Writes what has been counted since the last time. */
  async flush(): Promise<void> {
    if (this.#counts.size > 0) this.#waiting.push([...this.#counts.values()]);
    this.#counts = new Map();
    this.#waiting = this.#waiting.slice(-MOST_WAITING);
    for (let batch = this.#waiting.shift(); batch; batch = this.#waiting.shift()) {
      const counts = batch;
      try {
        await this.#node?.commit((tx) => addUsage(tx, counts));
      } catch (error) {
        this.#waiting.unshift(counts);
        throw error;
      }
    }
  }

  #count({ endpoint, userId, status, msgCode, ms, overstepped }: AnsweredCall, now: Date): void {
    const count = this.#countOf(endpoint, now);
    const hour = Number(wireTime(now).slice(11, 13));
    const failed = status >= 500 || status === 429 ? 1 : 0;
    count.calls++;
    count.errors += failed;
    if (msgCode !== "" && failed === 0) count.refusals++;
    count.callsByHour[hour] = (count.callsByHour[hour] ?? 0) + 1;
    count.errorsByHour[hour] = (count.errorsByHour[hour] ?? 0) + failed;
    const bucket = bucketOf(ms);
    // how long a page stays connected says nothing about the server
    if (!endpoint.streams) count.msBuckets[bucket] = (count.msBuckets[bucket] ?? 0) + 1;
    count.lastCalledAt = now;
    if (userId === null) return;
    const caller = count.callers.get(userId) ?? { calls: 0, errors: 0, overstepped: 0, lastCalledAt: now };
    caller.calls++;
    caller.errors += failed;
    caller.overstepped += overstepped ? 1 : 0;
    caller.lastCalledAt = now;
    count.callers.set(userId, caller);
  }

  #countOf(endpoint: Endpoint, now: Date): UsageCount {
    const { method, path } = endpoint;
    const day = dayOf(now);
    const key = `${day} ${keyOf(endpoint)}`;
    const count = this.#counts.get(key) ?? {
      ...{ method, path, day, calls: 0, errors: 0, refusals: 0, lastCalledAt: now },
      callsByHour: new Array<number>(24).fill(0),
      errorsByHour: new Array<number>(24).fill(0),
      msBuckets: new Array<number>(BUCKETS).fill(0),
      callers: new Map(),
    };
    this.#counts.set(key, count);
    return count;
  }
}

/** Told once per window; a notice takes the place of the log line when there are notices (AU-R48). */
async function warnOfOverstepping(node: NodeAccess, userId: string): Promise<void> {
  await node.commit(async (tx) => {
    const count = await countInWindow(tx.kysely, `overstep:${userId}`, OVERSTEP_SECONDS, tx.now);
    if (count !== tx.param(overstepsAllowed) + 1) return;
    tx.log.warn({ userId, userName: await tx.personName(userId), count }, "疑似越权尝试");
  });
}
