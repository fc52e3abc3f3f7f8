import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { z } from "zod";

const Ready = z.object({ port: z.int() });

export interface StandIn {
  readonly url: string;
  readonly secret: string;
  stop(): Promise<void>;
}

/** Starts the stand-in in another process, which ends with this one. */
export async function startStandIn({ dataDir, port }: { dataDir: string; port: number }): Promise<StandIn> {
  const secret = randomBytes(24).toString("base64url");
  const { PATH, APP_ENV, NODE_COMPILE_CACHE } = process.env; // none of the server's own secrets is passed on
  const settings = { DATA_DIR: dataDir, OUTSIDE_PORT: String(port), OUTSIDE_SECRET: secret };
  const child = spawn(process.execPath, [join(import.meta.dirname, "main.ts")], {
    env: { PATH, APP_ENV, NODE_COMPILE_CACHE, ...settings },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  const ended = once(child, "exit");
  const [ready] = await Promise.race([once(child, "message"), ended.then(() => [null])]);
  if (ready === null) throw new Error("the stand-in for programs of others did not start");
  const { port: bound } = Ready.parse(ready);
  child.unref();
  child.channel?.unref();
  return {
    url: `http://127.0.0.1:${bound}`,
    secret,
    stop: async () => {
      child.kill("SIGTERM");
      await ended;
    },
  };
}
