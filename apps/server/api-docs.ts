import { headers } from "@ops/platform/contract";
import {
  type Authenticate,
  describeApi,
  factsOf,
  type PlatformNode,
  type Route,
  renderApiDocs,
  tokenOf,
} from "@ops/platform/server";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

interface DocsOptions {
  readonly node: PlatformNode;
  readonly routes: readonly Route[];
  readonly title: string;
  readonly authenticate: Authenticate;
  /** Whether people who are not signed in may see it. */
  readonly isOpen: boolean;
  readonly trustProxy: boolean;
}

/** Serves the description of the whole API with all its codes, for programs and for people. */
export function serveApiDocs(app: FastifyInstance, options: DocsOptions): void {
  const mayRead = async (request: FastifyRequest, reply: FastifyReply) => {
    const facts = factsOf(request, reply, { source: "WEB", secure: true, trustProxy: options.trustProxy });
    // the page is opened in a new tab, which sends the cookie but no header
    const token = tokenOf(request) ?? facts.cookie(headers.rotatedToken) ?? null;
    return options.authenticate(token, facts, options.node.access).then(
      () => true,
      () => false, // whatever is wrong with the session, nothing is shown
    );
  };
  const serve = (path: string, type: string, content: () => Promise<Buffer>) =>
    app.get(path, async (request, reply) => {
      if (!options.isOpen && !(await mayRead(request, reply))) return reply.callNotFound();
      return reply.type(type).send(await content());
    });
  const texts = textsOf(options);
  serve("/openapi.json", "application/json; charset=utf-8", async () => (await texts()).document);
  serve("/api-docs", "text/html; charset=utf-8", async () => (await texts()).page);
}

/**
 * Makes the texts at their first use, because this takes longer than the rest of a start, and few nodes are ever asked.
 */
function textsOf({ routes, title }: DocsOptions): () => Promise<{ document: Buffer; page: Buffer }> {
  let made: ReturnType<typeof make> | undefined;
  const make = async () => {
    const document = await describeApi(routes, title);
    return { document: Buffer.from(JSON.stringify(document)), page: Buffer.from(renderApiDocs(document)) };
  };
  return () => {
    made ??= make();
    return made;
  };
}
