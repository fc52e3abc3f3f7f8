// The product's kernel with sign-in, rights and the module of the benchmarks, as one server process.
import { createHttpServer, createLog, createMetrics, routesOf, startNode } from "@ops/platform/server";
import { given, portOf, serveParent, usage } from "../child.ts";
import { compose } from "../compose.ts";
import { type Question, watched } from "../transfer/watch.ts";
import type { Volume } from "../volumes.ts";
import { recordStatements } from "./record-statements.ts";

const { address } = given<Pick<Volume, "address">>();
const { modules, authenticate, personName } = compose();
const log = createLog("info");
const node = await startNode({ address, poolSize: 20, modules, log, personName, background: true });
const app = await createHttpServer({
  node,
  routes: routesOf(node),
  authenticate,
  source: "WEB",
  metrics: createMetrics(),
  trustProxy: false,
  secureCookies: false,
  connectTo: [],
  callsPerSecond: Number.POSITIVE_INFINITY,
});
await app.listen({ port: 0, host: "127.0.0.1" });
serveParent(
  { port: portOf(app.server) },
  async ({ watch, record }: Question & { record?: "begin" | "end" }) => {
    if (record) return recordStatements(record);
    return watch ? watched(watch) : usage();
  },
  async () => {
    await app.close();
    await node.stop();
  },
);
