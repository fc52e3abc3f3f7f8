import assert from "node:assert/strict";
import { test } from "node:test";
import { type Module, platformModule } from "@ops/platform/server";
import { composeProduct } from "../../scripts/openapi.ts";

const modules: readonly Module[] = [platformModule, ...composeProduct().modules];

/** Checks the titles that operators read under 后台任务 and 外部调用. */
function titlesIn(of: (module: Module) => readonly { readonly title?: string }[] | undefined, least: number): void {
  const declared = modules.flatMap((module) => of(module) ?? []);
  assert.ok(declared.length >= least, `only ${declared.length} were found`);
  for (const one of declared) assert.match(one.title ?? "", /\p{Script=Han}/u, JSON.stringify(one));
}

test("PF-R108 every listener of events has a title in Chinese", () => titlesIn(({ listeners }) => listeners, 4));

test("every job and every schedule has a title in Chinese", () => {
  titlesIn(({ jobs }) => jobs, 10);
  titlesIn(({ schedules }) => schedules, 15);
});

test("PF-R110 PF-R120 every timer and every port has a title in Chinese", () => {
  titlesIn(({ timers }) => timers, 0);
  titlesIn(({ outward }) => outward, 1);
});
