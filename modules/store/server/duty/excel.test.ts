import assert from "node:assert/strict";
import { test } from "node:test";
import { AuthorityTestApp, exported, givenUser, importing } from "@ops/authority/server/testing";
import { partnerModule } from "@ops/partner/server";
import { addDays, dayOf } from "@ops/platform/contract";
import { declareTestApp } from "@ops/platform/server/testing";
import { vehicleModule } from "@ops/vehicle/server";
import * as contract from "../../contract/index.ts";
import { storeModule } from "../index.ts";
import { givenStore } from "../testing.ts";
import { givenMember, givenShifts, nextMonday } from "./testing.ts";
import { mondayOf } from "./week.ts";

const app = declareTestApp(
  new AuthorityTestApp([vehicleModule, partnerModule, storeModule], undefined, { background: true }),
);
const { problems, run } = importing(app, contract.dutyImport);
const codes = ["list", "edit", "export"].map((act) => `store:duty:${act}`);

test("ST-R31 排班导入: each problem is told by its line, cells are overwritten and others stay; 导出 has the same", async () => {
  const store = await givenStore(app);
  await givenShifts(app, store.id);
  const user = await givenUser(app, { userName: "周可" });
  const member = await givenMember(app, { storeId: store.id, user });
  const stranger = await givenUser(app);
  const keeper = await app.signIn({ permissions: codes });
  const [today, monday] = [dayOf(app.now()), nextMonday(app)];
  const line = (day: string, duty: string, phone = user.mobilePhone, code = store.storeCode) => [
    code,
    phone,
    day,
    duty,
  ];
  const last = addDays(mondayOf(today), 8 * 7 + 6);
  assert.deepEqual(
    await problems(keeper, [
      line(addDays(today, -1), "A"),
      line(addDays(last, 1), "A"),
      line(monday, "夜班"),
      line(monday, "A", stranger.mobilePhone),
      line(monday, "A", user.mobilePhone, "S000000001"),
      line("明天", "A"),
      line(last, "A"),
      line(last, "B"),
      line(today, "休息"),
      line(monday, "A", "15799999999"),
    ]),
    [
      "2 只能修改今天及以后的排班",
      "3 最多只能排未来8周",
      "4 班次「夜班」不存在",
      "5 人员不在本店排班名单中",
      "6 门店编码不存在",
      "7 日期格式不正确",
      "9 与第8行重复",
      "11 人员不在本店排班名单中",
    ],
  );
  const days = [{ userId: member.userId, day: monday, kind: "SHIFT" as const, shiftCode: "A" as const }];
  const body = { storeId: store.id, monday, days, isPublishing: true, version: null };
  await keeper.call(contract.saveDutyRoster, { body });
  const { task } = await run(keeper, [
    line(addDays(monday, 1), "晚班"),
    line(addDays(monday, 2), "请假"),
    line(addDays(monday, 3), "休息"),
    line(addDays(monday, 7), "A"),
  ]);
  assert.equal(task.status, "SUCCESS");
  const query = { storeId: store.id, monday };
  const { data } = await keeper.call(contract.getDutyRoster, { query });
  assert.deepEqual(
    data.days.map(({ kind, shiftCode }) => [kind, shiftCode]),
    [
      ["SHIFT", "A"],
      ["SHIFT", "B"],
      ["LEAVE", null],
      ["REST", null],
    ],
  );
  assert.notEqual(data.publishedAt, null);
  const after = { storeId: store.id, monday: addDays(monday, 7) };
  const { data: draft } = await keeper.call(contract.getDutyRoster, { query: after });
  assert.deepEqual([draft.days.length, draft.publishedAt], [1, null], "an import publishes nothing");
  const { titles, rows } = await exported(app, keeper, contract.dutySheet, { query });
  assert.deepEqual(titles, ["门店编码", "门店", "姓名", "日期", "排班", "班次", "时段", "已发布"]);
  assert.deepEqual(
    rows.map((row) => [row[2], row[4], row[5], row[6], row[7]]),
    [
      ["周可", "上班", "早班", "10:00–18:00", "是"],
      ["周可", "上班", "晚班", "13:00–21:00", "是"],
      ["周可", "请假", "", "", "是"],
      ["周可", "休息", "", "", "是"],
    ].map((row) => row.map((cell) => cell || null)),
  );
});
