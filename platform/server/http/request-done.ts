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

/** Makes a log without redaction, for lines that have only what `requestDone` names. */
export function accessLog(log: Logger): Logger {
  return log.child({}, { redact: [] });
}

/** A read that took longer is worth a line. */
const SLOW_MS = 500;

/**
 * Logs one line per call with the pattern of the route, and never the address, which may contain tokens. Successful
 * reads are logged at the level debug, because the metrics count them.
 */
export function requestDone(
  request: FastifyRequest,
  reply: FastifyReply,
  { log, metrics }: { log: Logger; metrics: HttpMetrics },
): void {
  const { method } = request;
  const route = request.routeOptions.url ?? "unknown";
  const { statusCode: status, elapsedTime } = reply;
  const code = reply.getHeader("x-msg-code");
  metrics.seconds.observe({ method, route, status }, elapsedTime / 1000);
  if (code) metrics.refusals.inc({ code: String(code) });
  if (route.startsWith("/health") || route.startsWith("/assets")) return;
  const isRoutine = method === "GET" && status < 400 && !code && elapsedTime < SLOW_MS;
  const level = isRoutine ? "debug" : "info";
  if (!log.isLevelEnabled(level)) return;
  const ms = Math.round(elapsedTime * 10) / 10;
  const actor = request.behalf?.actor.userId;
  log[level]({ requestId: request.id, method, route, status, ms, code, actor }, "answered");
}
