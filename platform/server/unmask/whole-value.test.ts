import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { connectOwner } from "../db/record/fill-large.ts";
import { probeApp } from "../start/probe.ts";

const app = probeApp();

test("PF-R104 searches that wait for the log keep nobody from getting a number", async () => {
  const holder = await connectOwner(app.address);
  const searches: Promise<void>[] = [];
  try {
    await holder.query("begin");
    await holder.query("lock table audit_log in exclusive mode");
    for (const text of ["13800000001", "13800000002", "13800000003"]) {
      const search = { bizType: "probe", label: "手机号", text, shown: "138****", found: [], isFree: true };
      searches.push(app.arrange((tx) => tx.noteWholeSearch(search)));
    }
    while (((await holder.query("select from pg_locks where not granted")).rowCount ?? 0) < 2) await sleep(10);
    assert.match(await app.arrange((tx) => tx.nextNumber("probe")), /^TP/);
  } finally {
    await holder.query("rollback");
    await holder.end();
    await Promise.all(searches);
  }
});
