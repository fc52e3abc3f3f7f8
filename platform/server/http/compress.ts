import { gzip } from "node:zlib";
import type { FastifyInstance } from "fastify";

const WORTH_IT = 1_024;
const LEVEL = 4;

/**
 * Compresses longer texts for callers that accept gzip, outside of the main thread. Files and streams are sent as they
 * are.
 */
export function compress(app: FastifyInstance): void {
  app.addHook("onSend", (request, reply, payload, done) => {
    if (typeof payload !== "string" || payload.length < WORTH_IT) return done(null, payload);
    reply.header("vary", "accept-encoding");
    if (!takesGzip(request.headers["accept-encoding"])) return done(null, payload);
    gzip(payload, { level: LEVEL }, (error, packed) => {
      if (error) return done(error);
      reply.header("content-encoding", "gzip");
      done(null, packed);
    });
  });
}

function takesGzip(accepted: string | string[] | undefined): boolean {
  return /\bgzip\b(?!\s*;\s*q=0(?:\.0*)?(?:,|$))/.test(String(accepted));
}
