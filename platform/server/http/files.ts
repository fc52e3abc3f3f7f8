import { existsSync } from "node:fs";
import fastifyStatic from "@fastify/static";
import type { FastifyInstance } from "fastify";

/**
 * Serves the built pages of an app: compressed copies if there are any, files with a hash in their name cached for
 * ever, all others revalidated.
 */
export async function serveFiles(app: FastifyInstance, folder: string): Promise<void> {
  if (!existsSync(folder)) return; // developers get the pages from vite
  await app.register(fastifyStatic, {
    root: folder,
    preCompressed: true,
    setHeaders: (reply, path) => {
      const isAsset = path.includes("/assets/");
      reply.header("cache-control", isAsset ? "public, max-age=31536000, immutable" : "no-cache");
    },
  });
}
