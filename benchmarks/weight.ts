import { spawnSync } from "node:child_process";
import { Product } from "../tests/faults/product.ts";
import { median } from "./measure.ts";
import { type Address, databaseUrl } from "./volumes.ts";

export interface Weight {
  /** From the start of the process to readiness, on a database that has its schema and data. */
  readonly readyMs: number;
  readonly restMb: number;
}

const STARTS = 3;

/** The whole product as operators start it. Leaves one running for the browser. */
export async function weighProduct(address: Address): Promise<{ weight: Weight; product: Product }> {
  const settings = { DATABASE_URL: databaseUrl(address) };
  await (await Product.start(settings)).stop(); // loads the demo
  const readyMs: number[] = [];
  for (let n = 1; ; n++) {
    const began = performance.now();
    const product = await Product.start(settings);
    readyMs.push(performance.now() - began);
    if (n === STARTS) {
      await new Promise((resolve) => setTimeout(resolve, 3_000));
      return { weight: { readyMs: median(readyMs), restMb: rssMb(product.pid) }, product };
    }
    await product.stop();
  }
}

function rssMb(pid: number): number {
  const { stdout } = spawnSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" });
  return Math.round(Number(stdout) / 1024);
}
