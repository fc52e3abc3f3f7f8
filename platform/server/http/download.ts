import { PassThrough } from "node:stream";
import { headers } from "@ops/platform/contract";
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Download } from "./route.ts";

/** A file must not run or send anything, and must not be in a frame. */
const NOTHING_RUNS = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; sandbox";

/** Sends a file, or the requested part of it. The file is opened first, because a refusal is not sent as a file. */
export async function sendDownload(
  request: FastifyRequest,
  reply: FastifyReply,
  file: Download,
): Promise<FastifyReply> {
  const { part, size, body } = file;
  const range = part && size !== undefined ? rangeIn(request.headers.range, size) : null;
  if (range === "outside") return reply.code(416).header("content-range", `bytes */${size}`).send();
  if (part && range) {
    const { from, to } = range;
    const content = await part(from, to);
    reply
      .code(206)
      .header("content-range", `bytes ${from}-${to}/${size}`)
      .header("content-length", to - from + 1);
    return describe(reply, file).send(content);
  }
  const content = typeof body === "function" ? await body() : body;
  if (size !== undefined) reply.header("content-length", size);
  return describe(reply, file).send(content ?? new PassThrough().end());
}

function describe(reply: FastifyReply, { fileName, contentType, isInline, part }: Download): FastifyReply {
  const name = encodeURIComponent(fileName).replace(/['()*]/g, (one) => `%${one.charCodeAt(0).toString(16)}`);
  if (part) reply.header("accept-ranges", "bytes");
  return reply
    .type(contentType)
    .header(headers.exportFileName, name)
    .header("content-disposition", `${isInline ? "inline" : "attachment"}; filename*=UTF-8''${name}`)
    .header("content-security-policy", NOTHING_RUNS);
}

/** One range of bytes; null where the whole is meant, which several ranges at once and anything unreadable are taken for. */
function rangeIn(asked: string | undefined, size: number): { from: number; to: number } | "outside" | null {
  const [, first, last] = /^bytes=(\d{0,15})-(\d{0,15})$/.exec(asked ?? "") ?? [];
  if (first === undefined || last === undefined || (first === "" && last === "")) return null;
  const from = first === "" ? Math.max(0, size - Number(last)) : Number(first);
  const to = first === "" || last === "" ? size - 1 : Math.min(Number(last), size - 1);
  if (first !== "" && last !== "" && Number(last) < Number(first)) return null;
  return from > to ? "outside" : { from, to };
}
