import { Agent, type IncomingHttpHeaders, request } from "node:http";
import { gunzipSync } from "node:zlib";

export interface Sent {
  readonly method: string;
  /** The path exactly as it is sent, without any encoding or clean-up. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | string[]>>;
  readonly body: string | Buffer | undefined;
}

export interface Received {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
  readonly ms: number;
}

const LONGEST_MS = 30_000;
const agent = new Agent({ keepAlive: true, maxSockets: 8 });

/** One HTTP exchange without fetch, which refuses to send much of what attackers send. */
export function send(origin: string, sent: Sent): Promise<Received> {
  const { method, path, headers, body } = sent;
  const began = performance.now();
  // node sets no length for the body of a GET, and the server would read the body as the next request
  const framing =
    body === undefined || headers["transfer-encoding"] ? {} : { "content-length": `${Buffer.byteLength(body)}` };
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(LONGEST_MS);
    const call = request(`${origin}/`, { agent, method, path, headers: { ...headers, ...framing }, signal });
    call.on("error", (error: NodeJS.ErrnoException) => {
      // the server may close a kept-alive connection just when it is used again, and this is not an answer to the call
      const wasClosed = call.reusedSocket && error.code === "ECONNRESET";
      if (wasClosed) resolve(send(origin, sent));
      else reject(error);
    });
    call.on("response", (response) => {
      const done = (text: string) =>
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text, ms: performance.now() - began });
      if (response.headers["content-type"]?.startsWith("text/event-stream")) {
        done("");
        response.destroy(); // a stream would never end by itself
        return;
      }
      const chunks: Buffer[] = [];
      response.on("data", (chunk: Buffer) => chunks.push(chunk));
      const isPacked = response.headers["content-encoding"] === "gzip";
      response.on("end", () => {
        const content = Buffer.concat(chunks);
        done((isPacked ? gunzipSync(content) : content).toString("utf8"));
      });
      response.on("error", reject);
    });
    call.end(body);
  });
}

export function closeConnections(): void {
  agent.destroy();
}
