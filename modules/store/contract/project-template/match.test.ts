import assert from "node:assert/strict";
import { test } from "node:test";
import { type ManagerSetting, matchManager } from "./match.ts";

const wanted = { kind: "NEW", cityCode: "310100", regionOrgId: "east", today: "2026-06-10" } as const;
const setting = (id: string, given: Partial<ManagerSetting> = {}): ManagerSetting => ({
  id,
  userId: `user-${id}`,
  regionOrgIds: [],
  cityCodes: [],
  kinds: [],
  maxActive: 8,
  validFrom: "2026-06-10",
  validTo: null,
  isEnabled: true,
  active: 0,
  ...given,
});
const found = (...settings: ManagerSetting[]) => matchManager(settings, wanted);

test("ST-R26 the city comes before the region and the region before everything", () => {
  const city = setting("3", { cityCodes: ["310100"], active: 7 });
  const region = setting("2", { regionOrgIds: ["east"], active: 3 });
  const all = setting("1");
  assert.deepEqual(found(all, region, city), { userId: "user-3", reason: "按城市匹配，在管项目7/8" });
  assert.deepEqual(found(all, region), { userId: "user-2", reason: "按大区匹配，在管项目3/8" });
  assert.deepEqual(found(all), { userId: "user-1", reason: "按全部匹配，在管项目0/8" });
  assert.equal(found(setting("4", { cityCodes: ["330100"] }), setting("5", { regionOrgIds: ["west"] })), null);
  assert.equal(matchManager([region], { ...wanted, regionOrgId: null }), null);
});

test("ST-R26 among equals the lowest load wins, then the lowest id", () => {
  const half = setting("1", { active: 2, maxActive: 4 });
  const third = setting("2", { active: 3, maxActive: 9 });
  assert.equal(found(half, third)?.userId, "user-2");
  assert.equal(found(setting("9"), setting("8"))?.userId, "user-8");
});

test("ST-R26 only settings in force with room left and of the kind match", () => {
  const hits = (given: Partial<ManagerSetting>) => found(setting("1", given)) !== null;
  assert.deepEqual(
    [
      hits({ active: 7 }),
      hits({ active: 8 }),
      hits({ isEnabled: false }),
      hits({ validFrom: "2026-06-11" }),
      hits({ validTo: "2026-06-10" }),
      hits({ validTo: "2026-06-09", validFrom: "2026-06-01" }),
      hits({ kinds: ["NEW"] }),
      hits({ kinds: ["MOVE", "CLOSE"] }),
    ],
    [true, false, false, false, true, false, true, false],
  );
});
