import { dayOf, type Endpoint, wireTime } from "@ops/platform/contract";
import {
  type AnsweredCall,
  type CallWatch,
  countInWindow,
  type NodeAccess,
  notify,
  TooMany,
} from "@ops/platform/server";
import { interfaceErrors, listAuditLogs } from "../../contract/index.ts";
import { overstepsAllowed } from "../params.ts";
import { holdersOver } from "../rights/holders-at.ts";
import { keepBodies } from "./body-log.ts";
import { keyOf } from "./described.ts";
import { BUCKETS, bucketOf } from "./histogram.ts";
import { Switches } from "./switches.ts";
import { addUsage, type UsageCount } from "./usage.ts";

const FLUSH_MS = 60_000;
const OVERSTEP_SECONDS = 600;
/** How many minutes of counts are kept while the database cannot be reached; older ones are dropped. */
const MOST_WAITING = 60;

const open = { logged: false, keepsBody: false };

/** Sees every call before its handler. It refuses disabled interfaces and counts the others. */
export class InterfaceWatch implements CallWatch {
  readonly #switches = new Switches();
  #counts = new Map<string, UsageCount>();
  #waiting: UsageCount[][] = [];
  readonly #keeping = new Set<Promise<void>>();
  #node: NodeAccess | undefined;
  #timer: NodeJS.Timeout | undefined;

  connect(node: NodeAccess): void {
    this.#node = node;
    node.onInvalidate("interfaces", () => this.#switches.drop());
    // counts that could not be written wait for the next minute
    const tick = () => void this.flush().catch(() => undefined);
    this.#timer = setInterval(tick, FLUSH_MS).unref();
  }

  async disconnect(): Promise<void> {
    clearInterval(this.#timer);
    await this.flush().catch(() => undefined); // without the database the counts of the last minute are lost
  }

  async admit(endpoint: Endpoint, caller: string): Promise<{ logged: boolean; keepsBody: boolean }> {
    const node = this.#node;
    if (!node) return open;
    const known = await this.#switches.of(keyOf(endpoint), node);
    if (!known) return open;
    if (known.status === "DISABLED") throw interfaceErrors.disabled();
    if (known.ratePerMin !== null) {
      const subject = `interface:${known.id}:${caller}`;
      const count = await node.commit((tx) => countInWindow(tx.kysely, subject, 60, tx.now));
      if (count > known.ratePerMin) throw new TooMany("操作过于频繁，请稍后再试");
    }
    return { logged: known.sensitive, keepsBody: known.logBody };
  }

  answered(call: AnsweredCall): void {
    const node = this.#node;
    if (!node) return;
    this.#count(call, node.now());
    if (call.bodies) this.#keep(call, node);
    // a lost warning must not fail the call
    if (call.overstepped && call.userId) void warnOfOverstepping(node, call.userId).catch(() => undefined);
  }

  /** Writes the bodies at once, because somebody who looks for an error does not want to wait for a minute. */
  #keep(call: AnsweredCall, node: NodeAccess): void {
    // a lost log line must not fail the call
    const kept = node.commit((tx) => keepBodies(tx, call)).catch(() => undefined);
    this.#keeping.add(kept);
    void kept.then(() => this.#keeping.delete(kept));
  }

  /** Writes what has been counted since the last time. */
  async flush(): Promise<void> {
    await Promise.all(this.#keeping);
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
    // how long a page stays connected tells nothing about the speed of the server
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
      method,
      path,
      day,
      calls: 0,
      errors: 0,
      refusals: 0,
      lastCalledAt: now,
      callsByHour: new Array<number>(24).fill(0),
      errorsByHour: new Array<number>(24).fill(0),
      msBuckets: new Array<number>(BUCKETS).fill(0),
      callers: new Map(),
    };
    this.#counts.set(key, count);
    return count;
  }
}

/** Warns those who may read the log, once per time window (AU-R48). */
async function warnOfOverstepping(node: NodeAccess, userId: string): Promise<void> {
  await node.commit(async (tx) => {
    const count = await countInWindow(tx.kysely, `overstep:${userId}`, OVERSTEP_SECONDS, tx.now);
    if (count !== tx.param(overstepsAllowed) + 1) return;
    tx.log.warn({ userId, count }, "疑似越权尝试");
    await notify(tx, await holdersOver(tx, listAuditLogs.permission, userId), {
      category: "WARNING",
      level: "ERROR",
      title: "疑似越权尝试",
      about: `overstep:${userId}`,
      content: `${await tx.personName(userId)}在${OVERSTEP_SECONDS / 60}分钟内有${count}次越权访问被拒绝，请核实。`,
      route: "/AuthorityManagement/InterfaceAuthority?tab=logs",
    });
  });
}
