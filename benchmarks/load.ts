// A load generator in a process of its own: each connection sends a request, waits for the whole answer, sends the next.
import { connect, type Socket } from "node:net";
import { serveParent } from "./child.ts";

export interface Request {
  readonly method: "GET" | "POST";
  readonly path: string;
  readonly body?: object;
  readonly token: string;
}

export interface Slice {
  readonly port: number;
  readonly requests: readonly Request[];
  readonly connections: number;
  readonly seconds: number;
}

export interface SliceResult {
  readonly perSecond: number;
  readonly answered: number;
  readonly p50: number;
  readonly p99: number;
  /** The first answer that was not a success, or null. */
  readonly failure: string | null;
}

async function runSlice({ port, requests, connections, seconds }: Slice): Promise<SliceResult> {
  const texts = requests.map((request) => Buffer.from(textOf(request)));
  const times: number[] = [];
  let failure: string | null = null;
  let next = 0;
  const began = performance.now();
  const ends = began + seconds * 1000;
  await Promise.all(
    Array.from({ length: connections }, async () => {
      const socket = connect(port, "127.0.0.1").setNoDelay();
      const answers = answersOn(socket);
      while (performance.now() < ends) {
        const sent = performance.now();
        socket.write(texts[next++ % texts.length] ?? "");
        const { value: answer } = await answers.next();
        if (!answer?.ok) failure ??= answer?.text ?? "the connection was closed";
        if (failure) break;
        times.push(performance.now() - sent);
      }
      socket.destroy();
    }),
  );
  const took = (performance.now() - began) / 1000;
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0;
  return { perSecond: times.length / took, answered: times.length, p50: at(0.5), p99: at(0.99), failure };
}

function textOf({ method, path, body, token }: Request): string {
  const content = body === undefined ? "" : JSON.stringify(body);
  const type =
    body === undefined ? "" : `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(content)}\r\n`;
  return `${method} ${path} HTTP/1.1\r\nhost: bench\r\nauthorization: ${token}\r\napplicationid: 1\r\n${type}\r\n${content}`;
}

/** The answers on a connection, one after the other. Only what our two servers send is understood: content-length. */
async function* answersOn(socket: Socket): AsyncGenerator<{ ok: boolean; text: string }> {
  let held: Buffer = Buffer.alloc(0);
  for await (const chunk of socket) {
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk]);
    const headEnd = held.indexOf("\r\n\r\n");
    if (headEnd < 0) continue;
    const head = held.toString("latin1", 0, headEnd);
    const length = Number(/content-length: (\d+)/i.exec(head)?.[1] ?? 0);
    const whole = headEnd + 4 + length;
    if (held.length < whole) continue;
    const ok =
      head.startsWith("HTTP/1.1 200") &&
      held.toString("latin1", headEnd + 4, headEnd + 19).startsWith('{"success":true');
    yield { ok, text: ok ? "" : held.toString("utf8", 0, 1500) };
    held = held.subarray(whole);
  }
}

serveParent({}, runSlice, async () => undefined);
