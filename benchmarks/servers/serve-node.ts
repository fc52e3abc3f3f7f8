import { type Authenticate, createHttpServer, createMetrics, type PlatformNode, routesOf } from "@ops/platform/server";
import { portOf } from "../child.ts";

/** Answers the calls of a node on a free port, without limits that a load generator would meet. */
export async function serveNode(node: PlatformNode, authenticate: Authenticate) {
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
  const close = async () => {
    await app.close();
    await node.stop();
  };
  return { port: portOf(app.server), close };
}
