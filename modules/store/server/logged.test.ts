import assert from "node:assert/strict";
import { test } from "node:test";
import { addDays, dayOf } from "@ops/platform/contract";
import * as contract from "../contract/index.ts";
import { givenMember, givenShifts, nextMonday } from "./duty/testing.ts";

import { givenKeeper } from "./store/testing.ts";
import { givenQuota, givenStore, givenStorePositions, testApp } from "./testing.ts";

const app = testApp();

interface Line {
  readonly action: string;
  readonly reason: string | null;
  readonly diffs: readonly { readonly label: string; readonly before: unknown; readonly after: unknown }[];
  readonly summary: string | null;
}

/** The newest line of the log about a record, or of an action. */
async function lastLine(idOrAction: string): Promise<Line> {
  const [line] = await app.rows<Line>(
    `select action_name as action, reason, diffs, summary from audit_log
     where biz_id = $1 or action_name = $1 order by seq desc limit 1`,
    [idOrAction],
  );
  assert.ok(line, "the log is silent");
  return line;
}

test("ST-R30 a change of state is logged with what changed and why", async () => {
  const me = await app.signIn({ boolAdmin: true });
  const store = await givenStore(app);
  const body = { reason: "店面装修", resumeOn: addDays(dayOf(app.now()), 9), version: 1 };
  assert.equal((await me.call(contract.suspendStore, { params: { id: store.id }, body })).msg, "");
  const { reason, diffs } = await lastLine(store.id);
  assert.equal(reason, "店面装修");
  assert.ok(
    diffs.some(({ label, before, after }) => label === "状态" && before === "营业中" && after === "暂停营业"),
    JSON.stringify(diffs),
  );
});

test("ST-R30 a warning that somebody passed over is logged in its words", async () => {
  const { create } = await givenKeeper(app);
  await givenStore(app, { name: "老店", lng: 121.48, lat: 31.26 });
  const { data } = await create({ regionCode: "310109", lng: 121.48, lat: 31.26, isConfirmed: true });
  assert.equal((await lastLine(data.id)).reason, "仍要保存：100米内已有同类门店「老店」");
});

test("ST-R30 a roster is logged in words in the log of its store", async () => {
  const me = await app.signIn({ boolAdmin: true });
  const store = await givenStore(app);
  await givenShifts(app, store.id);
  const { userId } = await givenMember(app, { storeId: store.id, name: "周可" });
  const monday = nextMonday(app);
  const days = [{ userId, day: monday, kind: "SHIFT" as const, shiftCode: "A" as const }];
  const body = { storeId: store.id, monday, days, isPublishing: true, version: null };
  assert.equal((await me.call(contract.saveDutyRoster, { body })).msg, "");
  const { action, summary } = await lastLine(store.id);
  assert.match(`${action} ${summary}`, /排班/);
});

test("ST-R30 a quota is logged with what changed and why", async () => {
  const me = await app.signIn({ boolAdmin: true });
  const store = await givenStore(app);
  await givenStorePositions(app);
  await givenQuota(app, store.id, 3);
  const cells = [{ storeId: store.id, positionCode: "salesAdvisor", quota: 5 }];
  const body = { effectiveFrom: dayOf(app.now()), reason: "新车上市增员", cells };
  assert.equal((await me.call(contract.saveQuotas, { body })).msg, "");
  const { reason, diffs } = await lastLine("调整编制");
  assert.equal(reason, "新车上市增员");
  assert.partialDeepStrictEqual(
    diffs.filter(({ label }) => label === "编制"),
    [{ after: "5" }],
  );
});
