import type { FastifyReply } from "fastify";

/** Until the answer has left, or its caller has hung up. The event comes once: whoever asks later looks at the state. */
export function untilClosed({ raw }: FastifyReply): Promise<void> {
  return raw.closed ? Promise.resolve() : new Promise((resolve) => raw.once("close", resolve));
}

/** Aborted from then on. */
export function signalOfClose(reply: FastifyReply): AbortSignal {
  const closed = new AbortController();
  if (reply.raw.closed) closed.abort();
  else reply.raw.once("close", () => closed.abort());
  return closed.signal;
}
