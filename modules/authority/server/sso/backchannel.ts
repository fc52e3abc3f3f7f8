import { hmac, job } from "@ops/platform/server";
import { z } from "zod";
import { db } from "../database.ts";

const TIMEOUT_MS = 5_000;

/**
 * Tells an application that a portal session has ended. After three failed tries, the application's own time limits
 * have to end its session (PF-R52).
 */
export const backchannelJob = job({
  parallel: 4,
  name: "authority.backchannelLogout",
  title: "通知应用单点登出",
  payload: z.object({ clientId: z.string(), ssoSessionId: z.uuid() }),
  retries: 2,
  run: async (work, { clientId, ssoSessionId }) => {
    const client = await work.step((tx) =>
      db(tx)
        .selectFrom("ssoClient")
        .select(["backchannelLogoutUrl", "secretHash"])
        .where("clientId", "=", clientId)
        .executeTakeFirst(),
    );
    if (!client?.backchannelLogoutUrl) return;
    const body = JSON.stringify({ event: "logout", clientId, ssoSessionId });
    const timestamp = String(Date.now());
    const response = await fetch(client.backchannelLogoutUrl, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        "x-timestamp": timestamp,
        "x-signature": hmac(client.secretHash ?? Buffer.alloc(0), `${timestamp}.${body}`),
      },
      body,
      redirect: "error",
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (!response.ok)
      throw new Error(`the application ${clientId} answered ${response.status} to a back-channel logout`);
  },
});
