import { Readable } from "node:stream";
import type { FastifyReply } from "fastify";
import type { StreamItem } from "./route.ts";

/** Server-sent events; a heartbeat is a comment line that keeps the connection and proxies awake. */
export function sendStream(reply: FastifyReply, items: AsyncIterable<StreamItem>): FastifyReply {
  async function* lines() {
    for await (const item of items) yield item === "heartbeat" ? ":\n\n" : blockOf(item);
  }
  return reply
    .header("content-type", "text/event-stream; charset=utf-8")
    .header("cache-control", "no-cache, no-transform")
    .header("x-accel-buffering", "no")
    .send(Readable.from(lines()));
}

function blockOf({ id, event }: Exclude<StreamItem, "heartbeat">): string {
  const data = `data: ${JSON.stringify(event)}\n\n`;
  return id === null ? data : `id: ${id}\n${data}`;
}
