import type { FastifyReply, FastifyRequest } from "fastify";
import { Counter, collectDefaultMetrics, Histogram, Registry } from "prom-client";
import type { Logger } from "../log.ts";

export interface HttpMetrics {
  readonly registry: Registry;
  readonly seconds: Histogram<"method" | "route" | "status">;
  readonly refusals: Counter<"code">;
}

export function createMetrics(): HttpMetrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const seconds = new Histogram({
    name: "http_request_seconds",
    help: "Time to answer a call",
    labelNames: ["method", "route", "status"] as const,
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
    registers: [registry],
  });
  const refusals = new Counter({
    name: "http_refusals_total",
    help: "Calls refused with success:false, by msgCode",
    labelNames: ["code"] as const,
    registers: [registry],
  });
  return { registry, seconds, refusals };
}

/** For lines that hold nothing but what `requestDone` names: there is nothing to cut out of them. */
export function accessLog(log: Logger): Logger {
  return log.child({}, { redact: [] });
}

/** The one line a call leaves in the log. The route's pattern, never the address: addresses may hold tokens. */
export function requestDone(
  request: FastifyRequest,
  reply: FastifyReply,
  { log, metrics }: { log: Logger; metrics: HttpMetrics },
): void {
  const route = request.routeOptions.url ?? "unknown";
  const code = reply.getHeader("x-msg-code");
  const ms = Math.round(reply.elapsedTime * 10) / 10;
  metrics.seconds.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
  if (code) metrics.refusals.inc({ code: String(code) });
  if (route.startsWith("/health") || route.startsWith("/assets")) return;
  const actor = request.behalf?.actor.userId;
  log.info(
    { requestId: request.id, method: request.method, route, status: reply.statusCode, ms, code, actor },
    "answered",
  );
}
