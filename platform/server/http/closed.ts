import type { FastifyReply } from "fastify";

/** Waits until the answer was sent or the caller has left. The event comes only once, so the state is checked first. */
export function waitForClose({ raw }: FastifyReply): Promise<void> {
  return raw.closed ? Promise.resolve() : new Promise((resolve) => raw.once("close", resolve));
}

/** Aborted from then on. */
export function signalOfClose(reply: FastifyReply): AbortSignal {
  const closed = new AbortController();
  if (reply.raw.closed) closed.abort();
  else reply.raw.once("close", () => closed.abort());
  return closed.signal;
}
