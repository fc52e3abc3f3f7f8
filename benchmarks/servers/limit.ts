// The limit: a bare node:http + pg server.
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { portOf, serveParent, usage } from "../child.ts";
import { answer, endPools } from "./answers.ts";

async function bodyOf(request: IncomingMessage): Promise<Record<string, unknown>> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return JSON.parse(Buffer.concat(chunks).toString());
}

function send(response: ServerResponse, status: number, body: unknown): void {
  const text = JSON.stringify(body);
  const head = { "content-type": "application/json; charset=utf-8", "content-length": Buffer.byteLength(text) };
  response.writeHead(status, head).end(text);
}

const server = createServer((request, response) => {
  const { method = "GET", url = "", headers } = request;
  answer({ method, url, token: headers.authorization, body: () => bodyOf(request) }).then(
    (data) => send(response, 200, { success: true, msg: "", msgCode: "", data }),
    (error) => send(response, 500, { success: false, msg: String(error) }),
  );
});
await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
serveParent(
  { port: portOf(server) },
  async () => usage(),
  async () => {
    server.close();
    server.closeAllConnections();
    await endPools();
  },
);
