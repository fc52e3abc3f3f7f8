import assert from "node:assert/strict";
import { test } from "node:test";
import type { Tx } from "./db/tx.ts";
import { homeOf } from "./home.ts";

const by = (...organizationIds: string[]) => ({ actor: { organizationIds } }) as unknown as Tx; // who acts, and nothing else

test("a new record belongs to what was chosen, else to the organisation of its maker; who has none has to choose", () => {
  assert.equal(homeOf(by("own"), "chosen"), "chosen");
  assert.equal(homeOf(by("own", "second"), undefined), "own");
  const refused = { msgCode: "COMMON_PARAM", message: "请选择所属组织！", data: { field: "orgId" } };
  assert.throws(() => homeOf(by(), undefined), refused);
});
