import { LiveEvent, liveEvents } from "@ops/platform/contract";
import { CallFailure } from "../call/failures.ts";
import { tellFailure } from "../call/tell.ts";
import { failureIn, send } from "../call/transport.ts";
import { jitterSeconds, POLL_SECONDS, retrySeconds, shouldPoll } from "./back-off.ts";
import { eventStreamReader, type StreamedEvent } from "./event-stream.ts";
import { tellTopics, topicsShown, watchTopics } from "./topics.ts";

/** After three missed heartbeats the connection counts as dead. */
const SILENCE_MS = 60_000;
/** Parts of a page that open together subscribe to their topics together. */
const GATHER_MS = 200;

export interface LiveHandlers {
  event(event: LiveEvent, token: string): void;
  /** Called every 30 s while there is no stream. */
  poll(): void;
}

/** The live channel of one session: connects, reads, reconnects with back-off (PF-R101). */
export class LiveChannel {
  readonly #handlers: LiveHandlers;
  readonly #stopped = new AbortController();
  #lastEventId: string | undefined;
  #failures = 0;
  /** The topics of the connection as it was opened last; null before the first. */
  #topics: readonly string[] | null = null;
  /** Ends the connection in order to open one with more topics. */
  #reopening = new AbortController();
  #gathering: ReturnType<typeof setTimeout> | undefined;

  constructor(handlers: LiveHandlers) {
    this.#handlers = handlers;
  }

  start(): void {
    const unwatch = watchTopics(() => this.#gatherTopics());
    this.#stopped.signal.addEventListener("abort", unwatch);
    void this.#run();
  }

  stop(): void {
    clearTimeout(this.#gathering);
    this.#stopped.abort();
  }

  #gatherTopics(): void {
    clearTimeout(this.#gathering);
    this.#gathering = setTimeout(() => {
      if (this.#topics && topicsShown().some((topic) => !this.#topics?.includes(topic))) this.#reopening.abort();
    }, GATHER_MS);
  }

  async #run(): Promise<void> {
    while (!this.#stopped.signal.aborted) {
      const failure = await this.#listen();
      if (this.#stopped.signal.aborted || failure?.kind === "session") return;
      if (this.#reopening.signal.aborted) continue;
      this.#failures += 1;
      const polls = shouldPoll(this.#failures);
      if (polls) this.#handlers.poll();
      await this.#wait((polls ? POLL_SECONDS : retrySeconds(this.#failures)) + jitterSeconds(Math.random()));
    }
  }

  /** Reads until the stream ends, one way or another. */
  async #listen(): Promise<CallFailure | null> {
    const silence = new AbortController();
    this.#reopening = new AbortController();
    const signal = AbortSignal.any([this.#stopped.signal, this.#reopening.signal, silence.signal]);
    let sentToken: string | null = null;
    try {
      const topics = topicsShown();
      const query = { lastEventId: this.#lastEventId, topics: topics.join(",") || undefined };
      const { response, token } = await send(liveEvents, { query }, { signal, timeoutMs: 0 });
      sentToken = token;
      if (!response.ok || !response.body) throw await failureIn(response);
      const isFirst = this.#topics === null && this.#failures === 0;
      this.#failures = 0;
      this.#noteTopics(topics, isFirst);
      await this.#read(response.body, silence, token);
      return null;
    } catch (thrown) {
      if (!(thrown instanceof CallFailure)) return null;
      tellFailure(thrown, { token: sentToken, background: true });
      return thrown;
    }
  }

  /**
   * Notes the topics. Nobody tells what was new before this connection, so pages load everything again: those that
   * listened to the last one, and those that came since and loaded before they were heard of. A first
   * connection that opens at once is opened together with its pages.
   */
  #noteTopics(topics: readonly string[], isFirst: boolean): void {
    this.#topics = topics;
    if (!isFirst) tellTopics(Object.fromEntries(topics.map((topic) => [topic, "all"])));
    this.#gatherTopics(); // one may have come while the connection was opened
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
