import type { OutgoingHttpHeaders, ServerResponse } from "node:http";
import type { FastifyReply } from "fastify";
import type { Logger } from "../log.ts";
import type { StreamItem } from "./route.ts";

/**
 * Server-sent events; a heartbeat is a comment line that keeps the connection and proxies awake. They are written to
 * the connection itself, because a stream in between took as much as the writing when thousands of pages listen.
 */
export function sendStream(reply: FastifyReply, items: AsyncIterable<StreamItem>, log: Logger): FastifyReply {
  reply
    .header("content-type", "text/event-stream; charset=utf-8")
    .header("cache-control", "no-cache, no-transform")
    .header("x-accel-buffering", "no")
    .hijack();
  const { raw, request } = reply;
  raw.writeHead(200, { ...reply.getHeaders() } as OutgoingHttpHeaders);
  writeItems(raw, items).then(
    () => raw.end(),
    (error) => {
      log.error({ err: error, requestId: request.id }, "a stream broke off");
      raw.destroy();
    },
  );
  return reply;
}

async function writeItems(raw: ServerResponse, items: AsyncIterable<StreamItem>): Promise<void> {
  for await (const item of items) {
    const hasRoom = raw.write(item === "heartbeat" ? ":\n\n" : blockOf(item));
    if (!hasRoom && !raw.destroyed) await waitForRoom(raw);
  }
}

/** Waits for a slow reader, or for its leaving. */
function waitForRoom(raw: ServerResponse): Promise<void> {
  return new Promise((resolve) => {
    const go = () => {
      raw.off("drain", go).off("close", go);
      resolve();
    };
    raw.on("drain", go).on("close", go);
  });
}

/** Many channels are told the same item, which is written once for all of them. */
const blocks = new WeakMap<object, string>();

function blockOf(item: Exclude<StreamItem, "heartbeat">): string {
  const known = blocks.get(item);
  if (known !== undefined) return known;
  const data = `data: ${JSON.stringify(item.event)}\n\n`;
  const block = item.id === null ? data : `id: ${item.id}\n${data}`;
  blocks.set(item, block);
  return block;
}
