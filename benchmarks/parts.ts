// What a server at rest is made of: loads it part by part and prints the memory after each and how long it took. Run by weight.ts.
import { setTimeout as sleep } from "node:timers/promises";

/** Memory once a part has been added to those before it. */
export interface Part {
  readonly name: string;
  readonly rssMb: number;
  /** What is alive on the heap of JavaScript. */
  readonly heapMb: number;
  /** How long it took to load, with compiled sources. */
  readonly loadMs: number;
}

const MB = 1_048_576;
const libraries = ["zod", "kysely", "pg", "pg-boss", "pino", "prom-client", "fastify", "@fastify/static"];
const parts: Part[] = [];

async function add(name: string, load: () => Promise<unknown>): Promise<void> {
  const began = performance.now();
  await load();
  const loadMs = performance.now() - began;
  for (let n = 0; n < 3; n++) {
    globalThis.gc?.({ type: "major", execution: "sync", flavor: "last-resort" });
    await sleep(50);
  }
  const { rss, heapUsed } = process.memoryUsage();
  parts.push({ name, rssMb: rss / MB, heapMb: heapUsed / MB, loadMs });
}

/** The routes of the product on a node that is never started, so it connects to nothing. */
async function mountRoutes(): Promise<unknown> {
  const { createHttpServer, createLog, createMetrics, platformModule, routesOf } = await import("@ops/platform/server");
  const { PlatformNode } = await import("../platform/server/node.ts");
  const { compose } = await import("./compose.ts");
  const { modules, authenticate, personName } = compose();
  const address = { host: "nowhere", port: 1, user: "", database: "" };
  const log = createLog("silent");
  const node = new PlatformNode({ address, poolSize: 1, modules: [platformModule, ...modules], log, personName });
  const app = await createHttpServer({
    node,
    routes: routesOf(node),
    authenticate,
    source: "WEB",
    metrics: createMetrics(),
    connectTo: [],
    trustProxy: false,
    secureCookies: false,
    callsPerSecond: 1,
  });
  return app.ready();
}

await add("Node alone", async () => undefined); // its own start is not seen from inside
await add("libraries", () => Promise.all(libraries.map((name) => import(name))));
await add("platform: contract", () => import("@ops/platform/contract"));
await add("platform: server", () => import("@ops/platform/server"));
await add("authority: contract", () => import("@ops/authority/contract"));
await add("authority: server", () => import("@ops/authority/server"));
await add("vehicle: contract", () => import("@ops/vehicle/contract"));
await add("vehicle: server", () => import("@ops/vehicle/server"));
await add("partner: contract", () => import("@ops/partner/contract"));
await add("partner: server", () => import("@ops/partner/server"));
await add("store: contract", () => import("@ops/store/contract"));
await add("store: server", () => import("@ops/store/server"));
await add("order: contract", () => import("@ops/order/contract"));
await add("order: server", () => import("@ops/order/server"));
await add("all routes mounted", mountRoutes);
process.stdout.write(JSON.stringify(parts), () => process.exit(0));
