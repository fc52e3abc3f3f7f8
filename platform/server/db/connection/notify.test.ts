import assert from "node:assert/strict";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { createLog } from "../../log.ts";
import { probeApp } from "../../start/probe.ts";
import { Notifications } from "./notify.ts";

const app = probeApp();

async function countListeners(): Promise<number> {
  const rows = await app.rows(
    "select pid from pg_stat_activity where application_name = 'console-notify' and datname = current_database()",
  );
  return rows.length;
}

test("section 12: what hears other nodes has a connection of its own, and gives it back when the node stops", async () => {
  const before = await countListeners();
  const notifications = new Notifications(app.address, createLog("silent"));
  await notifications.start();
  assert.equal(await countListeners(), before + 1);
  await notifications.stop();
  for (let tries = 0; tries < 100 && (await countListeners()) > before; tries++) await sleep(50); // its process ends a little later
  assert.equal(await countListeners(), before);
});
