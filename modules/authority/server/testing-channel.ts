import assert from "node:assert/strict";
import { setTimeout } from "node:timers/promises";
import { liveEvents } from "@ops/platform/contract";

/** An open live channel: what came over it, and the promise that the server closes it. */
export async function openChannel(app: { readonly origin: string }, token: string, topics?: string) {
  const query = topics === undefined ? "" : `?topics=${topics}`;
  const headers = { authorization: token, applicationid: "1" };
  const { body } = await fetch(app.origin + liveEvents.path + query, { headers });
  assert.ok(body);
  const heard = { text: "", over: false };
  const opened = Promise.withResolvers<void>();
  const closed = (async () => {
    for await (const chunk of body) {
      heard.text += Buffer.from(chunk).toString();
      opened.resolve();
    }
    heard.over = true;
  })();
  await opened.promise;
  return { heard, closed };
}

/** Waits until something came over a channel, for at most ten seconds. */
export async function waitForNews(isThere: () => boolean): Promise<void> {
  for (const end = Date.now() + 10_000; !isThere() && Date.now() < end; ) await setTimeout(20);
  assert.ok(isThere());
}
