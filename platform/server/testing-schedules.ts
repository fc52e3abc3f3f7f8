import assert from "node:assert/strict";
import { platformModule } from "./platform-module.ts";
import type { TestApp } from "./testing.ts";

/** Runs a schedule of the platform once, with everything it consists of, as a node does when its time has come. */
export async function runSchedule(app: TestApp, name: string): Promise<void> {
  const found = platformModule.schedules?.find((one) => one.name === name);
  assert.ok(found, `the platform has no schedule ${name}`);
  await found.run({ step: (act) => app.arrange(act) });
}
