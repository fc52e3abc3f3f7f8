import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Child } from "../child.ts";
import type { Address } from "../volumes.ts";
import { withClient } from "../with-client.ts";
import { withDatabase } from "../with-database.ts";

export interface LiveWork {
  readonly seconds: number;
  readonly perSecond: number;
}
export interface LiveSize extends LiveWork {
  readonly channels: number;
}
export interface LiveFindings {
  readonly size: LiveSize;
  /** Of one core: what the node used more with the open channels than without. */
  readonly cpuShare: number;
  readonly toldPerChannel: number;
  readonly dropped: number;
}

export const wholeLive: LiveSize = { channels: 3_000, seconds: 30, perSecond: 100 };
export const smallLive: LiveSize = { channels: 30, seconds: 2, perSecond: 20 };

/** The last change is told after a pause of a second, and joined with others for half a second. */
const SETTLE_MS = 2_000;

/** One node tells open pages of what is written (PF-R109). */
export async function measureLive(size: LiveSize): Promise<LiveFindings> {
  return withDatabase("live", async (address) => {
    await withClient(address, (client) => client.query("create table load_work (at timestamptz)"));
    return measureWith(address, size);
  });
}

async function measureWith(address: Address, size: LiveSize): Promise<LiveFindings> {
  const file = (name: string) => join(import.meta.dirname, name);
  const { child: node, ready } = await Child.start<{ port: number }>(file("node.ts"), { address });
  const { child: pages } = await Child.start(file("pages.ts"), ready);
  const work = () => node.ask<{ cpuShare: number }>({ seconds: size.seconds, perSecond: size.perSecond });
  try {
    await work(); // compiles what is run often
    const alone = await work();
    await pages.ask({ count: size.channels });
    const together = await work();
    await sleep(SETTLE_MS);
    const { told, dropped } = await pages.ask<{ told: number; dropped: number }>({});
    const cpuShare = together.cpuShare - alone.cpuShare;
    return { size, cpuShare, toldPerChannel: told / size.channels, dropped };
  } finally {
    for (const child of [pages, node]) await child.stop();
  }
}
