import { LiveEvent, liveEvents } from "@ops/platform/contract";
import { CallFailure } from "../call/failures.ts";
import { tellFailure } from "../call/tell.ts";
import { failureIn, send } from "../call/transport.ts";
import { POLL_SECONDS, retrySeconds, shouldPoll } from "./back-off.ts";
import { eventStreamReader, type StreamedEvent } from "./event-stream.ts";

/** Three heartbeats missed: the connection is dead even if nobody said so. */
const SILENCE_MS = 60_000;

export interface LiveHandlers {
  event(event: LiveEvent, token: string): void;
  /** Asked every 30 s while the stream cannot be had. */
  poll(): void;
}

/** The live channel of one session: connects, reads, reconnects with back-off (PF-R101). */
export class LiveChannel {
  readonly #handlers: LiveHandlers;
  readonly #stopped = new AbortController();
  #lastEventId: string | undefined;
  #failures = 0;

  constructor(handlers: LiveHandlers) {
    this.#handlers = handlers;
  }

  start(): void {
    void this.#run();
  }

  stop(): void {
    this.#stopped.abort();
  }

  async #run(): Promise<void> {
    while (!this.#stopped.signal.aborted) {
      const failure = await this.#listen();
      if (this.#stopped.signal.aborted || failure?.kind === "session") return;
      this.#failures += 1;
      const polls = shouldPoll(this.#failures);
      if (polls) this.#handlers.poll();
      await this.#wait(polls ? POLL_SECONDS : retrySeconds(this.#failures));
    }
  }

  /** Reads until the stream ends, one way or another. */
  async #listen(): Promise<CallFailure | null> {
    const silence = new AbortController();
    const signal = AbortSignal.any([this.#stopped.signal, silence.signal]);
    let sentToken: string | null = null;
    try {
      const query = this.#lastEventId ? { lastEventId: this.#lastEventId } : {};
      const { response, token } = await send(liveEvents, { query }, { signal, timeoutMs: 0 });
      sentToken = token;
      if (!response.ok || !response.body) throw await failureIn(response);
      this.#failures = 0;
      await this.#read(response.body, silence, token);
      return null;
    } catch (thrown) {
      if (!(thrown instanceof CallFailure)) return null;
      tellFailure(thrown, { token: sentToken, background: true });
      return thrown;
    }
  }

  async #read(body: ReadableStream<Uint8Array>, silence: AbortController, token: string): Promise<void> {
    const reader = eventStreamReader();
    const chunks = body.pipeThrough(new TextDecoderStream() as ReadableWritablePair<string, Uint8Array>).getReader();
    for (;;) {
      const watchdog = setTimeout(() => silence.abort(), SILENCE_MS);
      const { done, value } = await chunks.read().finally(() => clearTimeout(watchdog));
      if (done) return;
      for (const event of reader.feed(value)) this.#deliver(event, token);
    }
  }

  #deliver({ id, data }: StreamedEvent, token: string): void {
    if (id !== null) this.#lastEventId = id;
    const event = LiveEvent.safeParse(parseMessage(data)).data;
    if (event) this.#handlers.event(event, token); // a newer server may send kinds that this release does not know
  }

  #wait(seconds: number): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(resolve, seconds * 1000);
    const wake = () => resolve();
    window.addEventListener("online", wake);
    this.#stopped.signal.addEventListener("abort", wake);
    return promise.finally(() => {
      clearTimeout(timer);
      window.removeEventListener("online", wake);
      this.#stopped.signal.removeEventListener("abort", wake);
    });
  }
}

function parseMessage(data: string): unknown {
  try {
    return JSON.parse(data);
  } catch {
    return null;
  }
}
