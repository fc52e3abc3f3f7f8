import assert from "node:assert/strict";
import type { AuthorityTestApp } from "./testing.ts";

/** Runs a schedule of authority once, with everything it consists of, as a node does when its time has come. */
export async function runSchedule(app: AuthorityTestApp, name: string): Promise<void> {
  const found = app.authority.module.schedules?.find((one) => one.name === name);
  assert.ok(found, `authority has no schedule ${name}`);
  await found.run({ step: (act) => app.arrange(act) });
}
