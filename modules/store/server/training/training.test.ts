import assert from "node:assert/strict";
import { test } from "node:test";
import { addDays, dayOf } from "@ops/platform/contract";
import * as contract from "../../contract/index.ts";
import {
  givenCertRequired,
  givenStandard,
  givenStore,
  givenStorePositions,
  givenStoreStaff,
  testApp,
} from "../testing.ts";
import { requireTrained } from "./gate.ts";

const app = testApp();
const refusal = ({ msgCode, msg }: { msgCode: string; msg: string }) => [msgCode, msg];
const CODES = ["training:list", "training:edit", "trainStandard:list", "trainStandard:edit"].map(
  (one) => `store:${one}`,
);
const hq = () => app.signIn({ permissions: [...CODES, "store:staff:list"] });
const today = () => dayOf(app.now());

const recordOf = (staffId: string, more: object = {}) => ({
  staffId,
  courseCode: "SALES-01",
  courseName: "销售话术",
  trainedOn: today(),
  form: "OFFLINE" as const,
  hours: 1.5,
  score: 90,
  isPassed: true,
  ...more,
});

test("store 2.2 a person has one record per course and day, not in the future, and it ends after it begins", async () => {
  const [admin, staff] = [await hq(), await givenStoreStaff(app)];
  const add = (more: object = {}) => admin.call(contract.createTraining, { body: recordOf(staff.id, more) });
  const { data, msg } = await add();
  assert.equal(msg, "");
  assert.deepEqual([data.staffName, data.staffNo, data.source, data.hours], [staff.name, staff.staffNo, "MANUAL", 1.5]);
  assert.deepEqual(refusal(await add()), ["STORE_TRAINING_DUP", "该人员当天已有此课程的培训记录"]);
  assert.equal((await add({ trainedOn: addDays(today(), 1) })).msg, "培训日期不能晚于今天");
  const before = addDays(today(), -1);
  assert.equal((await add({ trainedOn: before, expireOn: addDays(before, -1) })).msg, "到期日期不能早于培训日期");
  assert.equal((await add({ trainedOn: before, expireOn: before })).msg, "");
  assert.equal((await add({ courseCode: "SALES-02", score: 101 })).msg, "成绩须为0-100");
  const found = await admin.call(contract.listTrainings, { query: { keyword: staff.staffNo ?? "", isPassed: "1" } });
  assert.equal(found.data.list.length, 2);
});

test("store 5.1 人员培训信息 shows people by courses: those of the standard first, then what somebody took", async () => {
  await givenStorePositions(app);
  const admin = await hq();
  const { id: storeId, storeType, storeLevel } = await givenStore(app, { storeLevel: "S" });
  const [one, other] = [await givenStoreStaff(app, { storeId }), await givenStoreStaff(app, { storeId })];
  const row = { positionCode: "salesAdvisor", minHeads: 1, courseCodes: ["MUST"], minCertPct: 0, leadDays: 10 };
  await admin.call(contract.saveTrainStandards, { body: { storeType, storeLevel: "S", rows: [row] } });
  assert.equal(storeLevel, "S");
  const add = (more: object) => admin.call(contract.createTraining, { body: recordOf(one.id, more) });
  await add({ trainedOn: addDays(today(), -9), isPassed: false });
  await add({ trainedOn: addDays(today(), -8) });
  await add({ courseCode: "OLD", courseName: "旧课", trainedOn: "2025-01-01", expireOn: "2025-06-01" });
  const { data } = await admin.call(contract.getStoreTrainings, { params: { id: storeId } });
  assert.deepEqual(
    data.courses.map(({ courseName }) => courseName),
    ["MUST", "旧课", "销售话术"],
  );
  const resultsOf = (id: string) => data.people.find(({ staffId }) => staffId === id)?.results;
  assert.deepEqual(resultsOf(one.id), ["MISSING", "EXPIRED", "PASSED"]);
  assert.deepEqual(resultsOf(other.id), ["MISSING", "MISSING", "MISSING"]);

  const elsewhere = await givenStoreStaff(app, { storeId: (await givenStore(app)).id });
  for (const [daysAgo, courseName] of [
    [3, "必修课"],
    [5, "必修课（旧）"],
  ] as const) {
    const taken = { courseCode: "MUST", courseName, trainedOn: addDays(today(), -daysAgo) };
    await admin.call(contract.createTraining, { body: recordOf(elsewhere.id, taken) });
  }
  const { data: named } = await admin.call(contract.getStoreTrainings, { params: { id: storeId } });
  assert.deepEqual(named.courses[0], { courseCode: "MUST", courseName: "必修课" });
});

test("store 5.9 training standards are saved by type and level as a whole", async () => {
  await givenStorePositions(app);
  const admin = await hq();
  const row = (positionCode: string, minHeads: number) => ({ positionCode, minHeads, minCertPct: 80, leadDays: 14 });
  const save = (...rows: ReturnType<typeof row>[]) =>
    admin.call(contract.saveTrainStandards, { body: { storeType: "MALL", storeLevel: "A", rows } });
  await save(row("salesAdvisor", 1), row("storeManager", 1));
  const { data } = await save(row("salesAdvisor", 3));
  assert.deepEqual(
    data.map(({ positionName, minHeads, courseCodes }) => [positionName, minHeads, courseCodes]),
    [["销售顾问", 3, []]],
  );
  assert.deepEqual(refusal(await save(row("salesAdvisor", 1), row("salesAdvisor", 2))), [
    "STORE_TRAIN_STANDARD_TWICE",
    "同一岗位只能填写一次",
  ]);
  assert.equal((await save(row("NOBODY", 1))).msgCode, "STORE_POSITION_UNKNOWN");
  const { data: all } = await admin.call(contract.listTrainStandards, {});
  assert.equal(all.filter(({ storeType }) => storeType === "MALL").length, 1);
});

test("ST-R27 the training gate asks for certified heads and their share, position by position", async () => {
  await givenStorePositions(app);
  await givenStandard(app, { positionCode: "deliverySpecialist" });
  await givenCertRequired(app, "deliverySpecialist");
  const admin = await hq();
  const store = await givenStore(app, { storeType: "POPUP", storeLevel: "B" });
  const positionCode = "deliverySpecialist";
  const person = (certState: "CERTIFIED" | "EXPIRING" | "EXPIRED" | "PENDING") =>
    givenStoreStaff(app, {
      storeId: store.id,
      positionCode,
      state: certState === "PENDING" ? "TRAINING" : "IN_POST",
      certState,
    });
  const row = { positionCode, minHeads: 2, courseCodes: [], minCertPct: 80, leadDays: 14 };
  const refused = async () => {
    try {
      await app.arrange((tx) => requireTrained(tx, store));
      return null;
    } catch (error) {
      return error instanceof Error ? error.message : "";
    }
  };
  assert.equal(await refused(), null, "a store without a standard is not asked");
  await admin.call(contract.saveTrainStandards, { body: { storeType: "POPUP", storeLevel: "B", rows: [row] } });
  assert.equal(await refused(), "培训未达标：交付专员 0/2");
  await person("CERTIFIED");
  await person("EXPIRED");
  assert.equal(await refused(), "培训未达标：交付专员 1/2，认证率 50%<80%");
  await person("EXPIRING");
  assert.equal(await refused(), "培训未达标：交付专员认证率 66%<80%");
  await person("CERTIFIED");
  await person("CERTIFIED");
  assert.equal(await refused(), null, "4 of 5 are 80 %");
  await person("PENDING");
  assert.equal(await refused(), "培训未达标：交付专员认证率 66%<80%");
});
