import assert from "node:assert/strict";
import { test } from "node:test";
import * as contract from "../../contract/index.ts";
import { givenCert, givenCertRequired, givenStandard, givenStoreStaff, testApp } from "../testing.ts";
import { certTodo } from "./todos.ts";

const app = testApp();
const trainer = () => app.signIn({ permissions: ["store:cert:list"] });

test("store 10 待审核认证 counts certificates that wait, in scope", async () => {
  await givenStandard(app);
  await givenCertRequired(app);
  const staff = await givenStoreStaff(app, { state: "TRAINING" });
  const count = () => app.arrange((tx) => certTodo.count({ ...tx, permission: certTodo.permission ?? "" }));
  const before = await count();
  await givenCert(app, { staff, state: "REVIEW" });
  assert.equal(await count(), before + 1);
  const seen = await (await trainer()).call(contract.listCertifications, {
    query: { state: "REVIEW", staffId: staff.id },
  });
  assert.equal(seen.data.list.length, 1);
  const found = async (query: object) =>
    (await (await trainer()).call(contract.listCertifications, { query: { state: "REVIEW", ...query } })).data.list.map(
      ({ staffId }) => staffId,
    );
  const other = await givenStoreStaff(app, { state: "TRAINING", name: "另一人" });
  await givenCert(app, { staff: other, state: "REVIEW" });
  assert.deepEqual(await found({ keyword: staff.name }), [staff.id]);
  assert.deepEqual(await found({ keyword: other.staffNo ?? "" }), [other.id]);
  assert.deepEqual(await found({ orgId: staff.storeId }), [staff.id]);
});
