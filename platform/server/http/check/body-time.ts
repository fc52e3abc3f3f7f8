import type { FastifyRequest } from "fastify";

const BODY_TIMEOUT_MS = 30_000;

/** A body that is no file must come in half a minute, or the connection ends. */
export function limitBodyTime({ raw, headers }: FastifyRequest, mostMs = BODY_TIMEOUT_MS): void {
  if (!headers["transfer-encoding"] && !Number(headers["content-length"])) return;
  const late = setTimeout(() => raw.destroy(), mostMs).unref(); // otherwise a body that nobody reads would never end
  for (const over of ["end", "close"]) raw.once(over, () => clearTimeout(late));
}
