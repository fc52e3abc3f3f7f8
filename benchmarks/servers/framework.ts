// The limit inside of the web framework that the product uses, without anything of the product: what is left for us to lose.
import Fastify, { type FastifyRequest } from "fastify";
import type { Inputs } from "../captured.ts";
import { portOf, serveParent, usage } from "../child.ts";
import { answer, endPools } from "./answers.ts";

const app = Fastify();
const handle = async ({ method, url, headers, body }: FastifyRequest<{ Body: Inputs }>) => {
  const data = await answer({ method, url, token: headers.authorization, body: async () => body });
  return { success: true, msg: "", msgCode: "", data };
};
app.get<{ Body: Inputs }>("/bench/v1/leads", handle);
app.get<{ Body: Inputs }>("/bench/v1/leads/:id", handle);
app.post<{ Body: Inputs }>("/bench/v1/leads", handle);
await app.listen({ port: 0, host: "127.0.0.1" });
serveParent(
  { port: portOf(app.server) },
  async () => usage(),
  async () => {
    await app.close();
    await endPools();
  },
);
