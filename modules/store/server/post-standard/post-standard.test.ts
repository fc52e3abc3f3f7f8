import assert from "node:assert/strict";
import { test } from "node:test";
import { addDays, dayOf } from "@ops/platform/contract";
import * as contract from "../../contract/index.ts";
import {
  certOf,
  givenCert,
  givenCertRequired,
  givenFile,
  givenStandard,
  givenStorePositions,
  givenStoreStaff,
  testApp,
} from "../testing.ts";

const app = testApp();
const refusal = ({ msgCode, msg }: { msgCode: string; msg: string }) => [msgCode, msg];
const hq = () => app.signIn({ boolAdmin: true });
const item = (more: object = {}) => ({
  side: "UP" as const,
  name: "考试",
  kind: "EXAM" as const,
  isRequired: true,
  weight: 100,
  retryLimit: 1,
  evidenceMin: 0,
  ...more,
});
const content = (...items: ReturnType<typeof item>[]) => ({ passScore: 80, validMonths: 12, items });
const POSITION = "deliverySpecialist";

test("store 3.5 a version is written, goes online once it is whole, and retires with the next one", async () => {
  await givenStorePositions(app);
  const admin = await hq();
  const create = (...items: ReturnType<typeof item>[]) =>
    admin.call(contract.createPostStandard, { body: { positionCode: POSITION, ...content(...items) } });
  const publish = ({ id, version }: { id: string; version: number }) =>
    admin.call(contract.publishPostStandard, { params: { id }, body: { version } });
  const { data: first } = await create(item({ side: "DOWN", kind: "RED_LINE", name: "飞单" }));
  assert.deepEqual([first.ver, first.state, first.items[0]?.weight], [1, "DRAFT", 0]);
  assert.deepEqual(refusal(await create(item())), ["STORE_STANDARD_DRAFT", "该岗位已有草稿版本，请先编辑或上线"]);
  assert.deepEqual(refusal(await publish(first)), ["STORE_STANDARD_EMPTY", "请至少配置一条上岗标准"]);
  const edit = (version: number, ...items: ReturnType<typeof item>[]) =>
    admin.call(contract.editPostStandard, { params: { id: first.id }, body: { ...content(...items), version } });
  const { data: short } = await edit(first.version, item({ weight: 60 }));
  assert.deepEqual(refusal(await publish(short)), ["STORE_STANDARD_WEIGHT", "上岗标准的权重之和须为100（当前60）"]);
  const { data: whole } = await edit(short.version, item({ weight: 60 }), item({ name: "实操", weight: 40 }));
  const { data: online } = await publish(whole);
  assert.deepEqual([online.state, online.publishedOn], ["ONLINE", dayOf(app.now())]);
  assert.deepEqual(refusal(await edit(online.version, item())), [
    "STORE_STANDARD_ONLINE",
    "岗位标准已上线，请新建版本",
  ]);
  const { data: second } = await create(item());
  assert.equal(second.ver, 2);
  assert.equal((await publish(second)).msg, "");
  const { data: listed } = await admin.call(contract.listPostStandards, { query: { positionCode: POSITION } });
  assert.deepEqual(listed.list.map(({ ver, state }) => [ver, state]).toSorted(), [
    [1, "RETIRED"],
    [2, "ONLINE"],
  ]);
});

test("store 2.2 a version shows its pictures with their captions", async () => {
  await givenStorePositions(app);
  await app.rows("delete from post_standard where position_code = 'storeManager'");
  const admin = await hq();
  const { data: draft } = await admin.call(contract.createPostStandard, {
    body: { positionCode: "storeManager", ...content(item()) },
  });
  const fileId = await givenFile(app, "postStandard", draft.id);
  const images = [{ fileId, caption: "仪容" }];
  const body = { ...content(item()), images, version: draft.version };
  const { data, msg } = await admin.call(contract.editPostStandard, { params: { id: draft.id }, body });
  assert.equal(msg, "");
  assert.deepEqual([data.images, data.files.map(({ id }) => id)], [images, [fileId]]);
});

test("store 2.2 a red line is a 下岗标准 only", async () => {
  await givenStorePositions(app);
  const body = { positionCode: POSITION, ...content(item({ kind: "RED_LINE" })) };
  const { msg } = await (await hq()).call(contract.createPostStandard, { body });
  assert.equal(msg, "红线只能作为下岗标准");
});

test("ST-R14 a new version leaves certificates as they are, unless it forces their holders to be trained again", async () => {
  await givenStandard(app);
  await givenCertRequired(app);
  const today = dayOf(app.now());
  const [long, soon] = [await givenStoreStaff(app), await givenStoreStaff(app)];
  const held = { state: "CERTIFIED", certifiedOn: "2026-01-01" } as const;
  await givenCert(app, { staff: long, ...held, expireOn: addDays(today, 300) });
  await givenCert(app, { staff: soon, ...held, expireOn: addDays(today, 10) });
  const admin = await hq();
  const next = async (forceRetrainDays: number | null) => {
    const body = { positionCode: "salesAdvisor", ...content(item()), forceRetrainDays };
    const { data } = await admin.call(contract.createPostStandard, { body });
    const { msg } = await admin.call(contract.publishPostStandard, {
      params: { id: data.id },
      body: { version: data.version },
    });
    assert.equal(msg, "");
  };
  const ends = async () => [(await certOf(app, long.id)).expireOn, (await certOf(app, soon.id)).expireOn];
  await next(null);
  assert.deepEqual(await ends(), [addDays(today, 300), addDays(today, 10)]);
  await next(20);
  assert.deepEqual(await ends(), [addDays(today, 20), addDays(today, 10)]);
  const [noted] = await app.rows("select cert_state as state from store_staff where id = $1", [long.id]);
  assert.deepEqual(noted, { state: "EXPIRING" });
});
