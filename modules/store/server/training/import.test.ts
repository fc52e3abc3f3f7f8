import assert from "node:assert/strict";
import { test } from "node:test";
import { AuthorityTestApp, importing } from "@ops/authority/server/testing";
import { partnerModule } from "@ops/partner/server";
import { addDays, dayOf } from "@ops/platform/contract";
import { declareTestApp } from "@ops/platform/server/testing";
import { vehicleModule } from "@ops/vehicle/server";
import * as contract from "../../contract/index.ts";
import { storeModule } from "../index.ts";
import { givenStoreStaff } from "../testing.ts";

const modules = [vehicleModule, partnerModule, storeModule];
const app = declareTestApp(new AuthorityTestApp(modules, undefined, { background: true }));
const excel = importing(app, contract.trainingImport);
const hq = () => app.signIn({ permissions: ["store:training:list", "store:training:edit"] });

test("section 8: 培训记录 of a file are added, those of the same person, course and day overwritten", async () => {
  const [client, staff] = [await hq(), await givenStoreStaff(app)];
  const today = dayOf(app.now());
  const row = (code: string, score: string | null, isPassed: string, ends: string | null = null) => [
    staff.staffNo,
    code,
    today,
    "销售话术",
    null,
    "1.5",
    score,
    isPassed,
    ends,
  ];
  await excel.run(client, [row("A", "55", "否"), row("B", null, "是", addDays(today, 300))]);
  const { task } = await excel.run(client, [row("A", "88", "是")]);
  assert.equal(task.status, "SUCCESS");
  const saved = await app.rows(
    `select course_code as code, score, is_passed as passed, form, hours, expire_on::text as ends, source, version
     from training_record where staff_id = $1 order by 1`,
    [staff.id],
  );
  const common = { form: "OFFLINE", hours: 1.5, source: "IMPORT" };
  assert.deepEqual(saved, [
    { code: "A", score: 88, passed: true, ends: null, version: 2, ...common },
    { code: "B", score: null, passed: true, ends: addDays(today, 300), version: 1, ...common },
  ]);
});

test("section 8: a file of 培训记录 is refused line by line", async () => {
  const [client, staff] = [await hq(), await givenStoreStaff(app)];
  const today = dayOf(app.now());
  const row = (staffNo: string | null, score: string, day = today, ends: string | null = null, hours = "") => [
    staffNo,
    "A",
    day,
    "销售话术",
    null,
    hours || null,
    score,
    "是",
    ends,
  ];
  const rows = [
    row("RY0000000", "80"),
    row(staff.staffNo, "101"),
    row(staff.staffNo, "80", addDays(today, 1)),
    row(staff.staffNo, "80", addDays(today, -2), addDays(today, -3)),
    row(staff.staffNo, "80", addDays(today, -1)),
    row(staff.staffNo, "80", addDays(today, -4), addDays(today, -4), "1000"),
    row(staff.staffNo, "80", addDays(today, -5), null, "1001"),
  ];
  assert.deepEqual(await excel.problems(client, rows), [
    "2 人员不存在",
    "3 成绩须为0-100",
    "4 培训日期不能晚于今天",
    "5 到期日期不能早于培训日期",
    "8 学时须为0-1000",
  ]);
});
