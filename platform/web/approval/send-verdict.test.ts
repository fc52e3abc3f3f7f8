import assert from "node:assert/strict";
import { test } from "node:test";
import { queryClient } from "../call/query-client.ts";
import { sendVerdict } from "./send-verdict.ts";

test("PF-R117 a verdict outdates all answers of the service that it was sent to, and no others", async (context) => {
  const sent = { success: true, msg: "", msgCode: "", data: null };
  context.mock.method(globalThis, "fetch", async () => Response.json(sent));
  Object.assign(globalThis, { document: { cookie: "" } }); // the browser keeps the token there
  const [list, other] = [
    ["GET", "/order/v1/cancels"],
    ["GET", "/partner/v1/contracts"],
  ];
  for (const key of [list, other]) queryClient.setQueryData(key ?? [], []);
  const call = {
    verdict: "APPROVE",
    path: "/order/v1/cancels/1/approve",
    noteIn: "note",
    needsNote: false,
    body: {},
  } as const;
  assert.equal(await sendVerdict({ calls: [call], bizVersion: 1 }, "APPROVE", ""), true);
  const isOutdated = (key: unknown[] = []) => queryClient.getQueryState(key)?.isInvalidated;
  assert.deepEqual([isOutdated(list), isOutdated(other)], [true, false]);
});
